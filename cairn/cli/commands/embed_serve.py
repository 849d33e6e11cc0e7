"""`cairn embed-serve`."""

from __future__ import annotations

import sys

import click

from cairn.chunk.words import split_identifiers
from cairn.cli import output
from cairn.cli.verb import Session, verb
from cairn.errors import Cancelled

_PORT = 8091


@verb("cairn embed-serve\nCAIRN_EMBED_URL=http://127.0.0.1:8091/v1 cairn add .        # in another terminal")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=_PORT, show_default=True, metavar="N", help="0 takes a free one.")
@click.option("--insecure", is_flag=True, help="Listen beyond this machine without a key.")
def embed_serve(session: Session, host: str, port: int, insecure: bool) -> int:
    """Serve the local embedder as an OpenAI-compatible endpoint until Ctrl-C.

    It needs the extra `local`. Clients must send CAIRN_EMBED_KEY where that is set.
    """
    from cairn.infer.local import LocalEmbedder
    from cairn.serve.bind import Listen
    from cairn.serve.embeddings import run_embeddings

    config = session.config
    embedder = LocalEmbedder("local:", split_identifiers)
    embedder.probe()
    hosts = (*config.mcp_allowed_hosts, *config.local_hosts)

    def announce(url: str) -> None:
        if session.is_json:
            output.write_document({"url": url, "model": embedder.name, "token": config.embed_key is not None})
            sys.stdout.flush()
        elif not session.is_quiet:
            output.note(f"cairn serves {embedder.name} at {url}; Ctrl-C stops it")

    try:
        run_embeddings(embedder, Listen(host, port, config.embed_key, hosts, insecure), announce)
    except KeyboardInterrupt:
        if not session.is_quiet:
            output.note("cairn: stopped")
        return Cancelled.exit_status
    return 0


command = embed_serve
