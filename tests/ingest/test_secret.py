"""Secrets by what stands in a file; and what only speaks of them."""

from __future__ import annotations

import base64
import random

import pytest

from cairn.ingest.read import read_text
from cairn.model import Skip

_SIGNS = "".join(random.Random(7).choices("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", k=200))
_LINES = [_SIGNS[at : at + 64] for at in (0, 64, 128)]
_HEAD, _FOOT = "-----BEGIN RSA PRIVATE KEY-----", "-----END RSA PRIVATE KEY-----"
_BLOCK = "\n".join([_HEAD, *_LINES, _FOOT, ""])
_ONE_LINE = "\\n".join([_HEAD, *_LINES, _FOOT, ""])
_TOKEN = _SIGNS[:36]

_SECRETS = {
    # Private keys, wherever they stand.
    "app/keys.py": f'KEY = """\\\n{_BLOCK}"""\n',
    "app/one_line.py": f'KEY = "{_ONE_LINE}"\n',
    "app/joined.py": "KEY = (\n" + "".join(f'    "{line}\\n"\n' for line in _BLOCK.splitlines()) + ")\n",
    "app/Key.java": "class Key { String k = " + " +\n ".join(f'"{line}\\n"' for line in _BLOCK.splitlines()) + "; }\n",
    "app/key.ts": f"export const key = `{_BLOCK}`;\n",
    "app/key.go": f"package a\n\nconst key = `{_BLOCK}`\n",
    "docs/setup.md": f"Put this into `key.pem`:\n\n```\n{_BLOCK}```\n",
    "docs/indented.rst": "Use::\n\n" + "".join(f"    {line}\n" for line in _BLOCK.splitlines()),
    "key.patch": "".join(f"+{line}\n" for line in _BLOCK.splitlines()),
    "encrypted.txt": f"{_HEAD}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n\n{_LINES[0]}\n{_FOOT}\n",
    "a.pem": _BLOCK,
    "both.pem": f"-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n{_BLOCK}",
    "deploy": "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEA\n-----END OPENSSH PRIVATE KEY-----\n",
    "values.yaml": "tls:\n  key: |\n    -----BEGIN EC PRIVATE KEY-----\n    MHcCAQEE\n    -----END EC PRIVATE KEY-----\n",
    "key.ppk.txt": "PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nPrivate-Lines: 1\nAAAA\n",
    "age.txt": f"# public key: age1x\nAGE-SECRET-KEY-1{'Q5' * 29}\n",
    "wg0.conf": f"[Interface]\nPrivateKey = {_SIGNS[:43]}=\n",
    "jwk.json": f'{{"kty": "EC", "crv": "P-256", "x": "a", "d": "{_SIGNS[:43]}"}}\n',
    # Keys in files of data.
    "prod.json": '{"type": "service_account", "private_key_id": "1", "private_key": "-----BEGIN PRIVATE KEY-----\\nMII\\n"}\n',
    "gcp.yaml": "type: service_account\nprivate_key: \"-----BEGIN PRIVATE KEY-----\\nMIIEvQIBADANBg\\n"
    "-----END PRIVATE KEY-----\\n\"\n",
    "wallet.json": f'{{"address": "0x1", "privateKey": "0x{"4c0883a6" * 8}"}}\n',
    "settings.toml": f'[jwt]\nprivate_key = "{_SIGNS[:64]}"\n',
    # Cluster and cloud.
    "cluster": f"apiVersion: v1\nkind: Config\nusers:\n- name: a\n  user:\n"
    f"    client-key-data: {base64.b64encode(b'key' * 9).decode()}\n",
    "kube.yaml": "apiVersion: v1\nclusters: []\nkind: Config\nusers:\n- name: a\n  user:\n    token: eyJhbGciOi\n",
    "kube.json": '{"kind": "Config",\n "users": [{"name": "a",\n  "user": {\n   "token": "eyJhbGciOi"}}]}\n',
    "secret.yml": "apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\ntype: Opaque\ndata:\n  password: aHVudGVyMg==\n",
    "aws.ini": "[default]\naws_access_key_id = AKIAIOSFODNN7EXAMPLE\n"
    "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY\n",
    "sts.json": f'{{"Credentials": {{"SecretAccessKey": "{_SIGNS[:40]}", "SessionToken": "x"}}}}\n',
    "rootkey.csv": f"Access key ID,Secret access key\nAKIA1,{_SIGNS[:40]}\n",
    "adc.json": f'{{"client_id": "a", "type": "authorized_user", "refresh_token": "1//0{_TOKEN}"}}\n',
    "oauth.json": f'{{"installed": {{"client_id": "1.apps", "client_secret": "GOCSPX-{_SIGNS[:28]}"}}}}\n',
    "azure.json": f'{{"clientSecret": "{_TOKEN}", "tenantId": "1"}}\n',
    "storage.conf": f"conn=DefaultEndpointsProtocol=https;AccountName=a;AccountKey={_SIGNS[:86]}==;\n",
    "docker.json": '{"auths": {"https://index.example/v1/": {"auth": "bWU6aHVudGVyMg=="}}}\n',
    # Package registries, logins, tokens.
    "npmrc": f"registry=https://r.example/\n//r.example/:_authToken={_TOKEN}\n",
    "yarnrc.yml": f'npmScopes:\n  a:\n    npmAuthToken: "{_TOKEN}"\n',
    "pypirc": "[distutils]\nindex-servers = pypi\n\n[pypi]\nusername = me\npassword = hunter2hunter2\n",
    "settings.xml": "<settings><servers><server><id>a</id><password>hunter2</password></server></servers></settings>\n",
    "nuget.config": '<packageSourceCredentials><a><add key="ClearTextPassword" value="hunter2"'
    ' /></a></packageSourceCredentials>\n',
    "netrc": "machine git.example login me password hunter2\n",
    "netrc.local": "machine git.example\n  login me\n  password hunter2\n",
    "git-logins": "https://me:hunter2@git.example\n",
    "hosts.yml": f"git.example:\n    user: me\n    oauth_token: {_TOKEN}\n",
    "ci.yaml": f"env:\n  TOKEN: ghp_{_TOKEN}\n",
}  # fmt: skip

_HARMLESS = {
    # Code and prose that speak of keys.
    "keys.py": 'MARK = "-----BEGIN PRIVATE KEY-----"\nif MARK in text:\n    pass\n',
    "build.py": 'def pem(der: bytes) -> str:\n    return "-----BEGIN RSA PRIVATE KEY-----\\n'
    '" + base64.encodebytes(der).decode() + FOOT\n',
    "build.js": 'const pem = `-----BEGIN PRIVATE KEY-----\\n${Buffer.from(der).toString("base64")}\\n'
    '-----END PRIVATE KEY-----`;\n',
    "build.go": 'package a\n\nvar b = &pem.Block{Type: "RSA PRIVATE KEY", Bytes: x}\n'
    'var head = "-----BEGIN RSA PRIVATE KEY-----"\n',
    "test_keys.py": 'FAKE = """-----BEGIN PRIVATE KEY-----\nnot a key\n-----END PRIVATE KEY-----"""\n',
    "pem.md": "It looks so:\n\n```\n-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA...\n-----END RSA PRIVATE KEY-----\n```\n",
    "howto.md": "Set `aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY` in `~/.aws/credentials`, and\n"
    "`//registry.example/:_authToken=0123456789abcdef0123456789abcdef` in `.npmrc`.\n",
    "client.ts": 'const body = { client_secret: config.clientSecretValue1234567890, refresh_token: "1234567890abcdefgh" };\n',
    "settings.py": 'AWS = {"secret_access_key": os.environ["AWS_SECRET_ACCESS_KEY"]}\n',
    # What anybody may see.
    "ca.crt": "-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----\n",
    "ca.pem": f"-----BEGIN CERTIFICATE-----\n{_LINES[0]}\n-----END CERTIFICATE-----\n",
    "public.pem": f"-----BEGIN PUBLIC KEY-----\n{_LINES[0]}\n-----END PUBLIC KEY-----\n",
    "jwks.json": f'{{"keys": [{{"kty": "RSA", "n": "{_SIGNS}", "e": "AQAB"}}]}}\n',
    "account.json": '{"type": "service_account", "private_key": "<your key here>"}\n',
    # Settings without a secret in them.
    "compose.yaml": "services:\n  db:\n    environment:\n      PRIVATE_KEY: ${PRIVATE_KEY}\n"
    "      private_key: /run/secrets/private_key.pem\n",
    "main.tf": 'resource "a" "b" {\n  private_key = tls_private_key.server.private_key_pem\n'
    '  client_secret = var.client_secret1\n}\n',
    "openapi.yaml": "properties:\n  private_key:\n    type: string\n    description: Begins with -----BEGIN PRIVATE KEY-----\n"
    "  client_secret: {type: string}\n  refresh_token:\n    type: string\n",
    "kubeconfig.yaml": "apiVersion: v1\nkind: Config\nusers:\n- name: a\n  user:\n    exec:\n      command: aws\n",
    "template.yaml": "apiVersion: v1\nkind: Secret\nmetadata:\n  name: {{ .Release.Name }}\ndata:\n"
    "  password: {{ .Values.password | b64enc }}\n",
    "sealed.yaml": "kind: SealedSecret\nspec:\n  encryptedData:\n    password: AgBy3i4OJSWK\n",
    "npmrc.example": "//r.example/:_authToken=${NPM_TOKEN}\n",
    "i18n.json": '{"auth": "Authentication is required", "private_key": "Your private key", "client_secret": "Client secret"}\n',
    "tokens.json": '{"token": "string", "password": "hunter2", "count": 3}\n',
    "links.txt": "https://me:hunter2@git.example is how a login is written\n",
    "package.json": '{"name": "a", "scripts": {"auth": "node auth.js"}, "dependencies": {"machine": "^1.0.0"}}\n',
}  # fmt: skip


@pytest.mark.parametrize("path", _SECRETS)
def test_a_secret_is_left_out_whatever_its_file_is_called(path: str) -> None:
    found = read_text(_SECRETS[path].encode(), path)
    assert isinstance(found, Skip)
    assert found.reason == "secret"
    assert not isinstance(read_text(_SECRETS[path].encode(), path, is_named=True), Skip)


@pytest.mark.parametrize("path", _HARMLESS)
def test_what_only_speaks_of_secrets_is_text(path: str) -> None:
    assert not isinstance(read_text(_HARMLESS[path].encode(), path), Skip)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "latin-1"])
def test_a_secret_is_found_in_any_encoding(encoding: str) -> None:
    assert isinstance(read_text(f"k: \xe4\n{_BLOCK}".encode(encoding), "a.yaml"), Skip)


def test_a_hostile_text_is_looked_at_in_time_that_grows_with_its_length() -> None:
    for part in (
        _HEAD + "\n",
        '"type": "service_account" ',
        "<server>",
        "kind: Secret\n",
        "[pypi]\n",
        "https://a:",
        "-----BEGIN ",
    ):
        assert read_text((part * 20_000).encode(), "a.conf") is not None
