from __future__ import annotations

import pytest

from cairn.ingest.read import TextRead, read_text
from cairn.model import Skip

RUSSIAN = "# Этот модуль считает строки файла\nпривет = 'мир и труд, как всегда'\n"
JAPANESE = "# これはテストのファイルです。漢字とかなが混ざっています\nname = 'サンプル'\n"
CHINESE = "# 这个文件用来测试编码的检测,里面有一些中文的注释\nname = '测试'\n"
KOREAN = "# 이 파일은 인코딩을 시험하기 위한 것입니다\nname = '시험'\n"
FRENCH = "# le café crème est très cher à Noël\nprix = 'élevé'\n"


def read(data: bytes, path: str = "a.txt") -> TextRead:
    result = read_text(data, path)
    assert isinstance(result, TextRead)
    return result


def reason(data: bytes, path: str, *, is_named: bool = False) -> str | None:
    result = read_text(data, path, is_named=is_named)
    return result.reason if isinstance(result, Skip) else None


@pytest.mark.parametrize(
    ("encoding", "mark"),
    [
        ("utf-8", b"\xef\xbb\xbf"),
        ("utf-16-le", b"\xff\xfe"),
        ("utf-16-be", b"\xfe\xff"),
        ("utf-32-le", b"\xff\xfe\0\0"),
        ("utf-32-be", b"\0\0\xfe\xff"),
    ],
)
def test_byte_order_mark_tells_the_encoding_and_is_no_part_of_the_text(encoding: str, mark: bytes) -> None:
    assert read(mark + "naïve 漢字\n".encode(encoding)) == TextRead("naïve 漢字\n", encoding, [])


def test_utf16_without_a_mark_is_told_by_its_zero_bytes() -> None:
    assert read("needle in the hay\n".encode("utf-16-le")).text == "needle in the hay\n"
    assert read("needle in the hay\n".encode("utf-16-be")).text == "needle in the hay\n"


@pytest.mark.parametrize(
    ("path", "head", "encoding"),
    [
        ("a.py", "# -*- coding: latin-1 -*-\n", "iso8859-1"),
        ("a.py", "#!/usr/bin/python\n# vim: set fileencoding=cp1251 :\n", "cp1251"),
        ("a.rb", "# encoding: shift_jis\n", "shift_jis"),
        ("a.xml", '<?xml version="1.0" encoding="windows-1252"?>\n', "cp1252"),
        ("a.html", '<html><head><meta charset="iso-8859-1">', "cp1252"),
        ("a.html", '<meta http-equiv="Content-Type" content="text/html; charset=euc-kr">', "cp949"),
        ("a.css", '@charset "iso-8859-15";\n', "iso8859-15"),
        ("a.po", 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=KOI8-R\\n"\n', "koi8-r"),
    ],
)
def test_declared_encoding_is_honoured(path: str, head: str, encoding: str) -> None:
    letters = {"cp1251": "привет", "koi8-r": "привет", "shift_jis": "日本語", "cp949": "한국어"}.get(encoding, "crème")
    result = read((head + letters).encode(encoding), path)
    assert (result.text, result.encoding, result.warnings) == (head + letters, encoding, [])


def test_declared_encoding_on_the_third_line_is_none() -> None:
    assert read("\n\n# coding: latin-1\né".encode(), "a.py").encoding == "utf-8"


def test_file_that_is_utf8_in_spite_of_what_it_declares_is_read_with_a_warning() -> None:
    result = read("# coding: ascii\nx = 'é'\n".encode(), "a.py")
    assert result.text.endswith("'é'\n")
    assert result.warnings == ["declares ascii but is UTF-8"]


@pytest.mark.parametrize("name", ["no-such-codec", "rot13", "hex", "idna", "unicode_escape"])
def test_declared_name_that_is_no_encoding_of_text_is_passed_over(name: str) -> None:
    assert read(f"# coding: {name}\nx = 'é'\n".encode(), "a.py").encoding == "utf-8"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (FRENCH, "cp1252"),
        ("Grüße vom Murmeltier\n", "cp1252"),
        ("Привет\n", "cp1251"),
        (RUSSIAN, "cp1251"),
        (RUSSIAN, "koi8_r"),
        (JAPANESE, "cp932"),
        (JAPANESE, "euc_jp"),
        (CHINESE, "gb18030"),
        (KOREAN, "cp949"),
        ("# 這個檔案用來測試編碼的偵測,裡面有一些中文的註解\n", "big5"),
    ],
)
def test_legacy_encoding_is_detected_and_said(text: str, encoding: str) -> None:
    result = read(text.encode(encoding))
    assert (result.encoding, result.text) == (encoding, text)
    assert "declares no encoding" in result.warnings[0]


def test_few_broken_bytes_in_utf8_are_replaced_and_said() -> None:
    result = read("grüße an alle, größe, straße, tür\n".encode() * 3 + b"\xff\n")
    assert result.encoding == "utf-8"
    assert result.text.endswith("\ufffd\n")
    assert "1 places" in result.warnings[0]


def test_byte_that_cp1252_does_not_define_is_kept() -> None:
    assert read(b"caf\xe9 \x81 x").text == "café \x81 x"


def test_line_ends_stay_as_they_are() -> None:
    assert read(b"a\r\nb\nc\rd").text == "a\r\nb\nc\rd"


@pytest.mark.parametrize(
    "data",
    [
        b"PK\x00\x01\x02binary\x00data",
        b"\x7fELF\x02",
        b"%PDF-1.7\n...",
        b"text\x00text" * 3,
        bytes(range(256)) * 8,
        b"\x1f\x8b\x08abc",
    ],
)
def test_bytes_that_are_no_text_are_binary(data: bytes) -> None:
    assert reason(data, "a.dat") == "binary"


@pytest.mark.parametrize("data", [b"", b"\n", b"a\x0cb\n", b"\x1b[31mred\x1b[0m\n", b"x" * 20_000])
def test_text_with_few_control_characters_is_no_binary(data: bytes) -> None:
    assert reason(data, "a.txt") is None


KEY = b"-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA7\n-----END RSA PRIVATE KEY-----\n"


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("deploy", KEY),
        ("a.txt", b"first\n" + KEY),
        ("secret.yaml", b"data: |\n    -----BEGIN OPENSSH PRIVATE KEY-----\n    b3BlbnNzaC1rZXk\n"),
        ("a.asc", b"-----BEGIN PGP PRIVATE KEY BLOCK-----\r\nVersion: 1\r\n"),
        ("account.json", b'{"type": "service_account", "private_key": "-----BEGIN PRIVATE KEY-----\\nMIIE"}'),
    ],
)
def test_private_key_is_a_secret_whatever_the_file_is_called(path: str, data: bytes) -> None:
    assert reason(data, path) == "secret"
    assert reason(data, path, is_named=True) is None


def test_code_that_speaks_of_private_keys_is_no_secret() -> None:
    assert reason(b'MARK = "-----BEGIN PRIVATE KEY-----"\nif MARK in text:\n    pass\n', "keys.py") is None
    assert reason(b"-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----\n", "ca.crt") is None


def test_script_in_few_long_lines_is_minified() -> None:
    line = b"function a(b){return b+1}" * 200
    assert reason(line, "app.js") == "minified"
    assert reason(line, "app.js", is_named=True) is None
    assert reason(b"/* licence */\n" * 5 + line, "app.css") == "minified"
    assert reason(b"const a = 1;\n" * 500, "app.js") is None
    assert reason(line, "app.py") is None
    assert reason(b'{"a": [' + b"1, " * 400 + b"1]}", "small.json") is None
