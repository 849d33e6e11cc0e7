"""The file of users: what it may hold, and that a change of it counts at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from cairn.errors import NotFoundError, UsageError
from cairn.rights import User
from cairn.users import Users, digest_of, new_token, read_users

_DIGEST = digest_of(b"a token")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "users.toml"
    path.write_text(f"[users.ana]\ntoken = '{_DIGEST}'\nread = ['billing-*', 'docs']\n", encoding="utf-8")
    return path


def test_a_user_has_the_rights_that_the_file_says(file: Path) -> None:
    user = Users(file).with_token(b"a token")
    assert user == User("ana", reads=("billing-*", "docs"))
    assert [user.may_read(label) for label in ("billing-api", "docs", "Docs", "docs2", "billing")] == [
        True,
        True,
        False,
        False,
        False,
    ]
    assert not user.may_write("docs")
    assert not user.reads_all


def test_all_is_every_source_and_who_may_write_may_read(file: Path) -> None:
    users = read_users("[users.a]\nread = 'all'\n[users.b]\nwrite = ['all']\n[users.c]\nwrite = ['x']", file)
    assert [(entry.user.reads_all, entry.user.writes_all) for entry in users.values()] == [
        (True, False),
        (True, True),
        (False, False),
    ]
    assert users["c"].user.may_read("x")


def test_each_token_is_another_one_of_256_bits() -> None:
    tokens = [new_token() for _ in range(3)]
    assert len({token for token, _ in tokens}) == 3
    assert all(len(token) == len("cairn_") + 43 and digest == digest_of(token.encode()) for token, digest in tokens)


def test_a_change_of_the_file_counts_at_the_next_question(file: Path) -> None:
    users = Users(file)
    file.write_text(file.read_text("utf-8").replace("ana", "bob"), encoding="utf-8")
    assert (users.named("ana"), users.with_token(b"a token")) == (None, User("bob", reads=("billing-*", "docs")))
    file.write_text("[users.bob", encoding="utf-8")
    for _ in range(2):  # nobody of before is let in by what cannot be read
        with pytest.raises(UsageError, match="is no TOML"):
            users.with_token(b"a token")
    file.unlink()
    with pytest.raises(NotFoundError, match="cairn user add"):
        users.named("bob")
    file.write_text("[users.eve]\nread = ['x']\n", encoding="utf-8")
    assert users.named("eve") is not None


@pytest.mark.parametrize(
    "text",
    [
        "[user.ana]\nread = ['x']",
        "users = 3",
        "[users.ana]\nreads = ['x']",
        "[users.ana]\nread = 'docs'",
        "[users.ana]\nread = [3]",
        "[users.ana]\nread = ['a b']",
        "[users.ana]\ntoken = 'secret'",
        "[users.ana]\ntoken = 3",
        "[users.ana]\nroots = ['here']",
        "[users.'a b']\nread = ['x']",
        "[users]\nana = 3",
        "[users.ana]\nread = ['x']\n[users.ana]\nread = ['y']",
        "\udc80",
    ],
)
def test_a_file_with_what_is_not_known_is_refused_as_a_whole(file: Path, text: str) -> None:
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(UsageError, match=r"users\.toml"):
        Users(file)
