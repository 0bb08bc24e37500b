"""What Scrapy's network layer lacks."""
