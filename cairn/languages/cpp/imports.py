"""Includes and `using` in C++, and what a namespace holds."""

from __future__ import annotations

from cairn.languages.c.linkage import Linkage
from cairn.languages.c.names import anchor_of
from cairn.languages.cpp.names import CppNames
from cairn.semantics.evaluation import Evaluation
from cairn.semantics.facts import Import
from cairn.semantics.kinds import CLASS_KINDS
from cairn.semantics.places import Place
from cairn.semantics.roles import Imports, Modules
from cairn.semantics.values import Value


class CppImports(Imports):
    """`#include "lamp.h"` leads to a file, `using lab::Lamp;` binds Lamp, `namespace l = lab;` a namespace."""

    def __init__(self, linkage: Linkage, named: CppNames) -> None:
        self._linkage = linkage
        self._named = named

    def value(self, evaluation: Evaluation, unit: int, imported: Import) -> Value | None:
        place = Place(unit, imported.scope, imported.pos)
        if imported.how == "namespace":
            return self._named.walk(evaluation, place, imported.module)
        if imported.how != "using" or imported.name == "*":
            return None
        around = self._named.walk(evaluation, place, imported.module)
        return evaluation.members.target(around, imported.name) if around is not None else None

    def files(self, evaluation: Evaluation, unit: int, imported: Import) -> list[Value]:
        return self._included(evaluation, unit, imported) if imported.how in ("", "system") else []

    def _included(self, evaluation: Evaluation, unit: int, imported: Import) -> list[Value]:
        path = evaluation.program.unit(unit).path
        number = self._linkage.includes.locate(path, imported.module, imported.how == "system")
        if number is not None:
            return [("mod", number)]
        return [("ext", anchor_of(imported.module))] if imported.module else []


class CppModules(Modules):
    """`lab::Lamp`: what a namespace holds, with the inline ones in it and what `using` gives to it."""

    def __init__(self, linkage: Linkage, named: CppNames) -> None:
        self._linkage = linkage
        self._named = named

    def package_member(self, evaluation: Evaluation, package: str, name: str) -> Value | None:
        for path in (package, *self._named.inline_in([package])):
            found = self._named.in_space(evaluation, -1, path, name)
            if found is not None:
                return found
        if package.partition(".")[0] == "std":
            rest = package.removeprefix("std").strip(".")
            return ("ext", anchor_of("std", f"{rest}.{name}" if rest else name))
        imported = self._linkage.exported.get((package, name))
        if imported is not None:
            return self.package_member(evaluation, imported[0], imported[1])
        hidden = self._named.behind_macro(evaluation, package, name)
        return ("def", *hidden[0]) if hidden and evaluation.program.entity(*hidden[0]).kind in CLASS_KINDS else None
