"""Vue, Svelte, Astro and HTML: pages whose scripts are JavaScript or TypeScript, and members of that family."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from cairn.languages.markup import astro, html, svelte, vue
from cairn.languages.markup.code import Inside, weave
from cairn.languages.markup.complete import complete
from cairn.languages.typescript import JAVASCRIPT, TSX, TYPESCRIPT
from cairn.semantics.language import Language

_SCRIPTS = {record.name: record for record in (TYPESCRIPT, TSX, JAVASCRIPT)}


def _page(
    name: str, extensions: tuple[str, ...], read: Callable[[bytes], tuple[str, Inside]], words: str = "", **more: Any
) -> Language:
    """The record of a language of markup.

    `read` tells the language of the scripts and where they are, `words` are the names that their scripts have besides those that
    all have.
    """
    builtins = TYPESCRIPT.builtins | frozenset(words.split())

    def read_as(text: bytes) -> tuple[Language, bytes]:
        text = html.without_templates(text) if name == "html" else text
        language, inside = read(text)
        return replace(_SCRIPTS[language], finish=partial(complete, inside), builtins=builtins, **more), weave(text, inside)

    return Language(
        name=name,
        grammar=name,
        extensions=extensions,
        family=TYPESCRIPT.family,
        query_folder=f"markup/{name}",
        has_query=name == "html",
        line_comment="<!--",
        read_as=read_as,
        is_component=name != "html",
        builtins=TYPESCRIPT.builtins,
        is_exported=TYPESCRIPT.is_exported,
        prelude=f"{TYPESCRIPT.query_folder}/{TYPESCRIPT.prelude}",
        traits=TYPESCRIPT.traits,
        roles=TYPESCRIPT.roles,
    )


VUE = _page(
    "vue",
    (".vue",),
    vue.read,
    words=(
        "defineProps defineEmits defineExpose defineModel defineOptions defineSlots withDefaults "
        "$attrs $el $emit $event $listeners $nextTick $parent $props $refs $root $slots"
    ),
)
SVELTE = _page(
    "svelte",
    (".svelte",),
    svelte.read,
    words="$bindable $derived $effect $host $inspect $props $state $$props $$restProps $$slots",
)
ASTRO = _page("astro", (".astro",), astro.read, words="Astro Fragment")
HTML = _page("html", (".html", ".htm", ".xhtml"), html.read, shares_names=True)

LANGUAGES = (VUE, SVELTE, ASTRO, HTML)
