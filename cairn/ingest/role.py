"""What a file is for, told from its path and its first lines; ranking and `impact` use it."""

from __future__ import annotations

import re

_MADE = r"(?:auto-?generated|automatically generated|generated (?:file|code|by|from|with))"
_GENERATED = re.compile(
    r"@generated\b|\bcode generated\b.{0,200}\bdo not (?:edit|modify)\b|<auto-?generated"
    rf"|\b{_MADE}\b.{{0,200}}\bdo not (?:edit|modify|change|touch)\b|\bdo not (?:edit|modify)\b.{{0,100}}\b{_MADE}\b"
    r"|\bthis (?:file|code|class|module) (?:was|is|has been) (?:auto-?|automatically )?generated\b",
    re.IGNORECASE | re.DOTALL,
)
_GENERATED_NAMES = re.compile(
    r"(?:_pb2(?:_grpc)?\.pyi?|\.pb\.(?:go|cc|h|rs)|\.pb\.validate\.go|_pb\.(?:js|d\.ts)|\.g(?:en|enerated)?\.(?:cs|dart|ts|js|go|py|rs)|"
    r"\.designer\.cs|_generated\.(?:go|py|ts|rs)|^zz_generated\..*|\.freezed\.dart)$"
)
_GENERATED_LINES = 40  # a marker further down is about something else; guess

_TEST_FOLDERS = frozenset(
    "tests __tests__ spec specs e2e testdata test_data testsuite test-utils __mocks__ __fixtures__ fixtures".split()
)
# `test` inside of a Python package may be a part of the product that helps others to test, as in Django.
_TEST_FOLDER_OF_PACKAGES = "test"
_TEST_NAME = re.compile(
    r"^(?:test_.*|tests?|conftest|.*_tests?|.*_spec|.*[.-](?:test|spec|e2e|cy)|.*[a-z0-9](?:Test|Tests|TestCase|IT|Spec)|Test[A-Z].*)\.[A-Za-z]+$"
)
_EXAMPLE_FOLDERS = frozenset(
    "example examples sample samples demo demos tutorial tutorials playground sandbox benchmark benchmarks bench benches".split()
)
_DOC_FOLDERS = frozenset("doc docs documentation man website".split())
_DOC_SUFFIXES = frozenset("md mdx markdown rst adoc asciidoc txt tex org textile pod rdoc".split())
_PAGE_SUFFIXES = frozenset(["html", "htm", "xhtml"])  # prose in a folder of documents, else a template: code
_CONFIG_SUFFIXES = frozenset(
    """json jsonc json5 yaml yml toml ini cfg conf config properties xml plist env editorconfig lock gradle tf hcl cmake
    csproj vbproj fsproj sln props targets bazel bzl mk nix po pot csv tsv svg""".split()
)
_STYLE_SUFFIXES = frozenset("css scss sass less styl".split())
_CONFIG_NAMES = frozenset(
    """makefile gnumakefile dockerfile containerfile jenkinsfile vagrantfile procfile build workspace justfile rakefile gemfile
    cmakelists.txt requirements.txt constraints.txt manifest.in codeowners .gitignore .gitattributes .dockerignore .npmignore
    .cairnignore .editorconfig .prettierrc .eslintrc .babelrc setup.cfg tox.ini robots.txt""".split()
)
_CONFIG_PATTERN = re.compile(
    r"^(?:.+\.config\.[cm]?[jt]s|requirements[-_.].*\.txt|.*-requirements\.txt|dockerfile\..*|\.[a-z]+rc)$"
)
_CHANGELOG = re.compile(r"^(?:change(?:s|log)?s?|history|news|releases?(?:[-_ ]?notes)?|whatsnew)(?:[-_.].*)?$")
_CHANGELOG_FOLDERS = frozenset(
    "changelog changelogs changes newsfragments changelog.d news.d releases whatsnew .changeset changesets".split()
)


def is_data(path: str) -> bool:
    """Whether a file holds settings, data or styles, by its ending: what calls nothing of a program by name."""
    suffix = path.lower().rpartition(".")[2]
    return suffix in _CONFIG_SUFFIXES or suffix in _STYLE_SUFFIXES


def file_role(path: str, head: str, *, is_document: bool = False) -> str:
    """Return `code`, `test`, `docs`, `example`, `config`, `generated` or `changelog`.

    `head` is the beginning of the file's text, some thousand characters of it. `is_document`: it was made of a document.
    """
    *folders, name = path.split("/")
    lower = name.lower()
    places = {folder.lower() for folder in folders}
    suffix = lower.rpartition(".")[2] if "." in lower else ""
    is_page = suffix in _PAGE_SUFFIXES and bool(places & _DOC_FOLDERS)
    is_configuration = lower in _CONFIG_NAMES or _CONFIG_PATTERN.match(lower) is not None
    is_prose = is_document or ((is_page or suffix in _DOC_SUFFIXES) and not is_configuration)
    if _is_generated(lower, head):
        return "generated"
    if (is_prose or not suffix) and (_CHANGELOG.match(lower) or places & _CHANGELOG_FOLDERS):
        return "changelog"
    if places & _TEST_FOLDERS or _TEST_NAME.match(name) or _lies_in_test(folders, suffix):
        return "test"
    if places & _EXAMPLE_FOLDERS and not is_prose:
        return "example"
    if is_prose or (
        not suffix and re.match(r"(?:readme|license|licence|copying|notice|authors|contributing|security|install)\b", lower)
    ):
        return "docs"
    if suffix in _CONFIG_SUFFIXES or is_configuration:
        return "config"
    if folders and folders[0].lower() in _DOC_FOLDERS:
        return "docs"
    return "code"


def _lies_in_test(folders: list[str], suffix: str) -> bool:
    lower = [folder.lower() for folder in folders]
    if _TEST_FOLDER_OF_PACKAGES not in lower:
        return False
    place = lower.index(_TEST_FOLDER_OF_PACKAGES)
    return suffix != "py" or place == 0 or lower[place - 1] == "src"


def _is_generated(name: str, head: str) -> bool:
    if _GENERATED_NAMES.search(name):
        return True
    if "enerated" not in head and "ENERATED" not in head:
        return False
    lines = head.split("\n", _GENERATED_LINES)[:_GENERATED_LINES]
    return bool(_GENERATED.search("\n".join(lines)))
