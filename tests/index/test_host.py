"""A path of the host that is added inside of a container."""

from __future__ import annotations

from pathlib import Path

import pytest

from cairn import Config, create_cairn
from cairn.errors import CairnError, NotFoundError, RefusedError


def fault_of(tmp_path: Path, location: str, host_root: str | None) -> CairnError:
    """What adding a location gives where `tmp_path/projects` is all that is seen of a host."""
    seen = tmp_path / "projects"
    seen.mkdir()
    config = Config(allowed_roots=(seen,), ingest_root=host_root)
    with create_cairn(tmp_path / "x.db", config=config) as cairn, pytest.raises(CairnError) as caught:
        cairn.ingest.add(location)
    assert not (tmp_path / "x.db").exists()
    return caught.value


@pytest.mark.parametrize(
    ("location", "host_root"),
    [
        ("/home/me/src/shop", "/home/me/src"),
        ("/home/me/src/shop/", "/home/me/src/"),
        (r"C:\Users\me\src\shop", r"C:\Users\me\src"),
        ("c:/users/me/src/shop", r"C:\Users\me\src"),
        (r"\\disk\share\src\shop", r"\\disk\share\src"),
    ],
)
def test_a_path_of_the_host_is_refused_with_the_path_in_the_container(tmp_path: Path, location: str, host_root: str) -> None:
    fault = fault_of(tmp_path, location, host_root)
    assert isinstance(fault, RefusedError)
    assert str(fault).endswith(f"in a container; add {tmp_path / 'projects' / 'shop'}")


@pytest.mark.parametrize("host_root", ["/home/me/src", "./"])
def test_a_path_of_the_host_that_is_not_seen_is_refused_with_what_is(tmp_path: Path, host_root: str) -> None:
    message = str(fault_of(tmp_path, "/home/me/elsewhere", host_root))
    assert f"sees only the host's {host_root}, as {tmp_path / 'projects'}" in message
    assert "CAIRN_INGEST_ROOT" in message


def test_a_path_that_is_only_misspelt_is_said_to_be_missing(tmp_path: Path) -> None:
    assert isinstance(fault_of(tmp_path, str(tmp_path / "projects" / "shp"), "/home/me/src"), NotFoundError)


def test_outside_of_a_container_nothing_is_said_of_one(tmp_path: Path) -> None:
    assert "runs in a container" not in str(fault_of(tmp_path, "/home/me/src/shop", None))
