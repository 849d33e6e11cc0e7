"""Where an endpoint is, in all the forms in which people write it."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import urlsplit, urlunsplit

from cairn.errors import UsageError

_AZURE_HOSTS = (".openai.azure.com", ".cognitiveservices.azure.com", ".services.ai.azure.com")


@dataclass(frozen=True, slots=True)
class Address:
    """An OpenAI-compatible endpoint: its URL as the user gave it, the key it asks for, and the model to name.

    `setting` is what gave the URL, for messages. `model` is None for what the endpoint serves by default.
    """

    url: str
    key: str | None = field(default=None, repr=False)
    model: str | None = None
    setting: str = "CAIRN_EMBED_URL"

    def of(self, call: str) -> str:
        """The URL of a call, `embeddings` or `chat/completions`.

        A host alone gets `/v1`; a path, as that of an Azure deployment, is kept with its query; a URL that names the call
        is taken as it is.

        Raises:
            UsageError: the URL has a user or a password in it, or no host; or the key cannot be sent.
        """
        try:
            parts = urlsplit(self.url)
            has_user, host, _ = parts.username or parts.password, parts.hostname, parts.port
        except ValueError:
            has_user, host = None, None
        if not host:
            raise UsageError(f"{self.setting} names no host; write it as http://HOST:PORT/v1")
        if has_user:
            raise UsageError(f"{self.setting} has a user or password in it; put the key in {self._key_setting}")
        if self.key and not (self.key.isascii() and self.key.isprintable()):
            raise UsageError(f"{self._key_setting} holds a line break or a character that no key has; set it to the key alone")
        path = parts.path.rstrip("/")
        if not path.endswith(f"/{call}"):
            path = f"{path or '/v1'}/{call}"
        return urlunsplit((parts.scheme, parts.netloc, path, parts.query, ""))

    def headers(self) -> dict[str, str]:
        """What tells the endpoint who asks; Azure has a header of its own."""
        if not self.key:
            return {}
        return {"api-key": self.key} if self._is_azure() else {"Authorization": f"Bearer {self.key}"}

    @property
    def shown(self) -> str:
        """The URL as messages show it: without a query, which may hold a secret."""
        parts = urlsplit(self.url)
        return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))

    @property
    def _key_setting(self) -> str:
        return self.setting.replace("URL", "KEY")

    def _is_azure(self) -> bool:
        parts = urlsplit(self.url)
        return (parts.hostname or "").endswith(_AZURE_HOSTS) or "api-version=" in parts.query
