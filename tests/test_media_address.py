import pytest
from hypothesis import given
from hypothesis import strategies as st

from scraper.media.address import canonical

OSS = "https://img-blog.csdnimg.cn/a/b.png"
COS = "https://developer.qcloudimg.com/http-save/yehe-1/b.png"


@pytest.mark.parametrize(
    ("variant", "one"),
    [
        (f"{OSS}#pic_center", OSS),
        (f"{OSS}?x-oss-process=image/watermark,type_x,text_aGk=,size_16#pic_center", OSS),
        (f"{OSS}?x-oss-process=image%2Fresize,m_fixed,h_64", OSS),
        (f"{OSS}?x-oss-process=style/watermark", OSS),
        (f"{OSS}?watermark/2/text/aHR0cDov/font/5a6L", OSS),
        (f"{COS}?imageView2/2/w/1620", COS),
        (f"{COS}?imageView2/2/w/1620&qc_blockWidth=657&qc_blockHeight=287", COS),
        (
            "https://upload-images.jianshu.io/x.png?imageMogr2/auto-orient/strip%7CimageView2/2/format/webp",
            "https://upload-images.jianshu.io/x.png",
        ),
        ("https://h.example/x.png?imageSlim", "https://h.example/x.png"),
        (
            "https://p1-juejin.byteimg.com/tos-cn-i-k3/9f~tplv-k3-zoom-in-crop-mark:1512:0:0:0.awebp?",
            "https://p1-juejin.byteimg.com/tos-cn-i-k3/9f",
        ),
        (
            "https://i0.hdslb.com/bfs/a/b.jpg@640w_400h_1c.webp",
            "https://i0.hdslb.com/bfs/a/b.jpg",
        ),
        (
            "https://b.s3.example/x.png?X-Amz-Date=20260101T000000Z&X-Amz-Signature=ab&X-Amz-Expires=60",
            "https://b.s3.example/x.png",
        ),
        (
            "https://b.oss.example/x.png?Expires=1&OSSAccessKeyId=LT&Signature=a%2Bb&v=2",
            "https://b.oss.example/x.png?v=2",
        ),
        ("HTTPS://H.Example:443/图.png", "https://h.example/%E5%9B%BE.png"),
        ("http://h.example", "http://h.example/"),
    ],
)
def test_variants_of_a_picture_have_one_address(variant, one):
    assert canonical(variant) == one


@pytest.mark.parametrize(
    "address",
    [
        "https://h.example/x-300x200.png",  # may be the name of another picture
        "https://h.example/film.mp4?x-oss-process=video/snapshot,t_7000",
        "https://h.example/show?id=5&w=300",
        "https://cdn.jsdelivr.net/gh/a/b@master/x.png",
        "https://h.example/photo@2x.png",
        "http://h.example:8080/x.png",
        "https://[2001:db8::1]/x.png",
        "data:image/png;base64,AAAA",
        "https://[broken/x.png",
        "https://h.example:port/x.png",
        "x.png",
    ],
)
def test_what_may_be_another_picture_keeps_its_address(address):
    assert canonical(address) == address


@given(st.text(alphabet="htps:/?#[]@!&=%~.aB1图 \x00", max_size=40))
def test_the_address_of_an_address_is_itself_whatever_the_text(rest):
    once = canonical(f"https://h.example/{rest}")
    assert canonical(once) == once
