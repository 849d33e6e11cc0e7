"""Files that are left out for what they are: secrets, lock files, media and what a machine wrote for a machine.

A name is judged here before the file is read; `read.py` judges what is in it, with `secret.py`.
"""

from __future__ import annotations

import re
from functools import lru_cache

_SECRET = "secret", "the name of a file that holds credentials"
_MOST_NAMES = 4_096  # whose judgement is kept (guess)
_EXAMPLE = re.compile(r"(?:^|[._-])(?:example|sample|template|dist|defaults?|schema|test)s?(?:[._-]|$)")
_SECRET_NAMES = frozenset(
    """.netrc _netrc .npmrc .pypirc .pgpass .my.cnf .htpasswd .dockercfg .git-credentials .s3cfg .boto .vault-token
    .terraformrc terraform.rc .envrc .esmtprc .msmtprc .fetchmailrc .rclone.conf rclone.conf kubeconfig secring.gpg
    credentials credentials.json credentials.csv credentials.yml credentials.yaml credentials.toml credentials.ini
    secrets.json secrets.toml application_default_credentials.json id_rsa id_dsa id_ecdsa id_ed25519 id_ecdsa_sk
    id_ed25519_sk master.key wpa_supplicant.conf""".split()
)
_SECRET_SUFFIXES = (
    ".key",
    ".pfx",
    ".p12",
    ".pkcs12",
    ".ppk",
    ".jks",
    ".keystore",
    ".kdbx",
    ".kdb",
    ".keytab",
    ".keychain",
    ".keychain-db",
    ".tfstate",
    ".tfstate.backup",
)
# What a system keeps its users' passwords and its own keys in, and the copies that its tools make of them.
_SYSTEM_SECRET = re.compile(r"(?:g?shadow|opasswd|master\.passwd|smbpasswd)(?:[-~]|\.(?:bak|old|orig|save))?|ssh_host_\w+_key")
_SECRET_PATTERN = re.compile(r"(?:service[-_]?account|client[-_]?secret)[^/]*\.json|.*[-_.]service[-_]?account\.json")
_SECRET_PLACES = re.compile(
    r"(?:^|/)(?:\.docker/config\.json|\.kube/config|\.aws/(?:credentials|config)|\.ssh/(?!known_hosts|config$|.*\.pub$).+)$"
)

_LOCK_NAMES = frozenset(
    """package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb deno.lock cargo.lock poetry.lock
    uv.lock pdm.lock pipfile.lock pixi.lock conda-lock.yml go.sum go.work.sum gemfile.lock composer.lock mix.lock
    pubspec.lock podfile.lock package.resolved cartfile.resolved flake.lock packages.lock.json project.assets.json
    gradle.lockfile buildscript-gradle.lockfile stack.yaml.lock cabal.project.freeze rebar.lock paket.lock
    .terraform.lock.hcl chart.lock module.bazel.lock shard.lock manifest.toml.lock""".split()
)

_BINARY_SUFFIXES = frozenset(
    """png jpg jpeg gif bmp ico icns webp avif heic tif tiff psd xcf ai eps raw cr2 nef dng exr hdr tga dds blend fbx glb
    mp3 wav ogg oga opus flac m4a aac wma mid midi mp4 m4v mov avi mkv webm wmv flv mpg mpeg 3gp ogv swf
    ttf otf woff woff2 eot pfb pfm
    zip gz tgz bz2 tbz2 xz txz zst lz lz4 lzma 7z rar tar jar war ear whl egg gem crate nupkg deb rpm apk ipa dmg iso msi cab
    odt ods odp mobi
    exe dll so dylib a lib o obj ko pyc pyo pyd class dex wasm elc beam nib
    db sqlite sqlite3 mdb frm ibd pack idx mo gmo dat bin img pkl pickle npy npz pt pth onnx safetensors h5 hdf5 parquet feather
    arrow avro gguf tflite joblib rdb swp swo ds_store""".split()
)
# Kinds of files that may as well be text, so that only their bytes decide.
_UNDECIDED_SUFFIXES = frozenset(
    ["a", "ai", "dat", "bin", "img", "idx", "lib", "mo", "obj", "o", "pack", "pt", "raw", "eps", "db", "class", "frm", "mid"]
)

_MINIFIED = re.compile(r"[.-]min\.(?:js|mjs|cjs|css|html|svg|json)$|\.(?:js|mjs|cjs|css|ts)\.map$")


def judge_name(path: str) -> tuple[str, str] | None:
    """Return the reason and a detail when the name alone tells that a file is not to be read, else None."""
    lower = path.lower()
    if (lower[:1] == "." or "/." in lower) and _SECRET_PLACES.search(lower):
        return _SECRET
    return _judge_last(lower.rpartition("/")[2])


@lru_cache(_MOST_NAMES)
def _judge_last(name: str) -> tuple[str, str] | None:
    """`judge_name` by the last part of a path, in lower case: the same names come back in folder after folder."""
    suffix = name.rpartition(".")[2] if "." in name else ""
    if _is_secret(name):
        return _SECRET
    if name in _LOCK_NAMES:
        return "lock_file", ""
    if _MINIFIED.search(name):
        return "minified", "by its name"
    if suffix in _BINARY_SUFFIXES and suffix not in _UNDECIDED_SUFFIXES:
        return "binary", f"a .{suffix} file"
    return None


def _is_secret(name: str) -> bool:
    if name in _SECRET_NAMES or name.endswith(_SECRET_SUFFIXES):
        return True
    if name == ".env" or name.startswith(".env.") or name.endswith(".env"):
        return not _EXAMPLE.search(name.removeprefix(".env").removesuffix(".env"))
    return bool(_SECRET_PATTERN.fullmatch(name) or _SYSTEM_SECRET.fullmatch(name))
