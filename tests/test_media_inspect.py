import io
import random
import struct
import zipfile
import zlib
from codecs import BOM_UTF8

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from scraper.media.inspect import NotMedia, TooLarge, Truncated, inspect
from tests.replica.pictures import declared, drawn

KINDS = ["PNG", "JPEG", "GIF", "WEBP", "BMP", "AVIF"]
ICON = struct.pack("<HHHBBBBHHII", 0, 1, 1, 32, 16, 0, 0, 1, 32, 40, 22) + bytes(40)
UTF8 = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 7 5"/>'
UTF16 = UTF8.decode().encode("utf-16")


def zipped(*names: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in names:
            archive.writestr(name, "application/epub+zip" if name == "mimetype" else "")
    return out.getvalue()


@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_is_known_with_its_size(kind):
    found = inspect(drawn("x", kind, (33, 21)), "image")
    assert (found.media_type, found.width, found.height) == (f"image/{kind.lower()}", 33, 21)


def test_an_icon_and_drawings_are_pictures():
    assert inspect(ICON, "image").width == 32
    assert inspect(UTF16, "image").media_type == "image/svg+xml"
    assert (inspect(UTF16, "image").width, inspect(UTF16, "image").height) == (7, 5)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP"])
@pytest.mark.parametrize("part", [0.5, 0.9])
def test_a_picture_that_ends_in_the_middle_is_refused(kind, part):
    whole = drawn("x", kind, (90, 60))
    with pytest.raises(Truncated, match="in the middle"):
        inspect(whole[: int(len(whole) * part)], "image")


def test_a_preview_inside_a_photograph_is_not_its_end():
    preview, photograph = drawn("p", "JPEG", (8, 6)), drawn("x", "JPEG", (90, 60))
    segment = b"\xff\xe2" + struct.pack(">H", len(preview) + 2) + preview
    whole = photograph[:2] + segment + photograph[2:]
    assert inspect(whole, "image").width == 90
    with pytest.raises(Truncated):
        inspect(whole[:-500], "image")


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_what_follows_the_end_of_a_picture_does_not_matter(kind):
    behind = random.Random(1).randbytes(5000) + b"\xff\xda"
    assert inspect(drawn("x", kind) + behind, "image").width == 40


@pytest.mark.parametrize("size", [(50_000, 50_000), (1, 50_000), (11_000, 11_000), (2**31 - 1, 2)])
def test_too_many_pixels_are_refused_by_the_header(size):
    with pytest.raises(TooLarge, match="pixels"):
        inspect(declared(*size), "image")


def test_a_long_screenshot_is_not_too_large():
    assert inspect(declared(1242, 30_000), "image").height == 30_000


def test_comments_that_expand_are_not_read():
    chunk = b"zTXtk\0\0" + zlib.compress(bytes(1_000_000))
    bomb = struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk))
    whole = declared(40, 30)
    assert inspect(whole[:33] + bomb * 4 + whole[33:], "image").width == 40
    with pytest.raises(NotMedia):
        inspect(whole[:33] + bomb * 60 + whole[33:], "image")


def test_a_header_without_end_is_not_read_to_it():
    empty = bytes(4) + b"abCd" + struct.pack(">I", zlib.crc32(b"abCd"))
    whole = declared(40, 30)
    assert inspect(whole[:33] + empty * 10_000 + whole[33:], "image").width == 40
    with pytest.raises(NotMedia):
        inspect(whole[:33] + empty * 200_000 + whole[33:], "image")


@pytest.mark.parametrize(
    ("content", "media_type"),
    [
        (b"%PDF-1.7 ...", "application/pdf"),
        (zipped("a.txt"), "application/zip"),
        (zipped("mimetype"), "application/epub+zip"),
        (zipped("[Content_Types].xml", "word/document.xml"), "wordprocessingml.document"),
        (zipped("[Content_Types].xml", "xl/workbook.xml"), "spreadsheetml.sheet"),
        (zipped("[Content_Types].xml", "ppt/slide.xml"), "presentationml.presentation"),
        (zipped("word/list.txt"), "application/zip"),
        (b"\x1f\x8b\x08...", "application/gzip"),
        (b"7z\xbc\xaf\x27\x1c...", "application/x-7z-compressed"),
        (b"Rar!\x1a\x07\x01", "application/vnd.rar"),
        (b"BZh9...", "application/x-bzip2"),
        (b"\xfd7zXZ\x00..", "application/x-xz"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1..", "application/x-ole-storage"),
        (b"x" * 257 + b"ustar\x0000", "application/x-tar"),
        (b'{"cells": [], "nbformat": 4}', "application/x-ipynb+json"),
        ("姓名,数\n".encode("gb18030") * 2000, "text/plain"),
        (("a" + "数据" * 5000).encode(), "text/plain"),
        (drawn("x"), "image/png"),
    ],
)
def test_a_file_is_known_by_its_first_bytes(content, media_type):
    assert inspect(content, "file").media_type.endswith(media_type)


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"", "nothing"),
        (b"\n <!DOCTYPE HTML><p>x", "text/html"),
        (b"<html><svg xmlns='http://www.w3.org/2000/svg'/></html>", "text/html"),
        (b"\0\1\2" * 30, "unknown type"),
    ],
)
@pytest.mark.parametrize("kind", ["image", "file"])
def test_what_is_neither_picture_nor_file_says_what_it_is(content, what, kind):
    with pytest.raises(NotMedia, match=what):
        inspect(content, kind)


def test_a_drawing_that_cannot_be_read_says_why():
    with pytest.raises(NotMedia, match=r"text/plain \(no drawing: .*mismatch"):
        inspect(UTF8.replace(b"/>", b"><g></svg>"), "image")


@pytest.mark.parametrize("before", [b"<!-- made by hand -->", b"<?xml version='1.0'?>\n", BOM_UTF8])
def test_a_drawing_may_begin_with_something_else(before):
    assert inspect(before + UTF8, "image").media_type == "image/svg+xml"


def test_a_document_is_no_picture():
    with pytest.raises(NotMedia, match="application/pdf"):
        inspect(b"%PDF-1.7 ...", "image")


@settings(deadline=None)  # the first picture of a kind loads its reader
@given(st.sampled_from(KINDS), st.randoms(use_true_random=False))
def test_damaged_pictures_are_judged_and_never_break_the_judge(kind, dice):
    content = bytearray(drawn("x", kind))
    for _ in range(dice.randint(1, 20)):
        content[dice.randrange(min(len(content), 400))] = dice.randrange(256)
    try:
        found = inspect(bytes(content[: dice.randint(1, len(content))]), "image")
    except NotMedia:
        return
    assert found.media_type.startswith("image/")


def test_no_picture_is_decoded_to_be_known(monkeypatch):
    def decoded(*_):
        raise AssertionError("a picture was decoded")

    pictures = [*(drawn("x", kind) for kind in KINDS), ICON]
    monkeypatch.setattr(Image.Image, "load", decoded)
    for picture in pictures:
        inspect(picture, "image")
