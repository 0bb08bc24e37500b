"""Has a site changed its pages, or an author a post? Told by what earlier crawls saw.

recent        which crawls of a profile are the recent ones
before        what the last crawls saw of a profile, for its spider
losses        a page lost its code, formulas, tables or pictures
containers    the element that held the bodies is gone
signs         what a post shows that many do not change into by an edit
alike         many posts show the same at once
agreement     what enough crawls over enough days have met is how the site is now
"""
