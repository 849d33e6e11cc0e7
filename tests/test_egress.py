"""What CAIRN_OFFLINE lets pass is told by the spelling of a host alone."""

from __future__ import annotations

import pytest

from cairn.egress import Egress
from cairn.errors import OfflineError

OFFLINE = Egress(is_offline=True, local_hosts=("host.docker.internal",))


@pytest.mark.parametrize(
    "url",
    ["http://localhost:8091/v1", "http://127.0.0.2/", "http://[::1]:8/", "http://HOST.docker.internal/", "http://localhost./"],
)
def test_this_machine_and_the_hosts_that_are_named_pass(url: str) -> None:
    OFFLINE.check(url)


@pytest.mark.parametrize(
    "url", ["http://example.com/", "http://secret-words.localhost/", "http://10.0.0.1/", "http://127.0.0.1.example/"]
)
def test_whatever_a_name_server_would_be_asked_for_is_refused(url: str) -> None:
    with pytest.raises(OfflineError, match="CAIRN_LOCAL_HOSTS"):
        OFFLINE.check(url)
