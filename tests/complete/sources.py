"""The same small program in each language of the graph: `apply_rate` calls `round_up`, touches `Rate`; `checkout` calls it."""

from __future__ import annotations

from typing import NamedTuple


class Program(NamedTuple):
    """Files by path, the file with the target, a text in the target's body, and what a pack of it must show by role."""

    files: dict[str, str]
    file: str
    body: str
    shows: dict[str, str]


PROGRAMS = {
    "python": Program(
        {
            "tax.py": """\
from money import round_up


class Rate:
    def __init__(self, percent: int) -> None:
        self.percent = percent


def apply_rate(rate: Rate, amount: int) -> int:
    value = amount * rate.percent
    return round_up(value)


def unrelated_sibling() -> int:
    return 0


def checkout() -> int:
    return apply_rate(Rate(20), 100)
""",
            "money.py": "def round_up(value: int) -> int:\n    return value + 1\n",
        },
        "tax.py",
        "return round_up(value)",
        {
            "callee": "def round_up(value: int) -> int",
            "type": "percent",
            "caller": "apply_rate(Rate(20), 100)",
            "sibling": "unrelated_sibling",
            "imports": "from money import round_up",
        },
    ),
    "typescript": Program(
        {
            "tax.ts": """\
import { roundUp } from "./money";

export interface Rate { percent: number }

export function applyRate(rate: Rate, amount: number): number {
  const value = amount * rate.percent;
  return roundUp(value);
}

export function unrelatedSibling(): number {
  return 0;
}

export function checkout(rate: Rate): number {
  return applyRate(rate, 100);
}
""",
            "money.ts": "export function roundUp(value: number): number {\n  return value + 1;\n}\n",
        },
        "tax.ts",
        "return roundUp(value)",
        {
            "callee": "function roundUp(value: number): number",
            "type": "percent: number",
            "caller": "applyRate(rate, 100)",
            "sibling": "unrelatedSibling",
            "imports": 'import { roundUp } from "./money"',
        },
    ),
    "javascript": Program(
        {
            "tax.js": """\
import { roundUp } from "./money.js";

export class Rate {
  constructor(percent) {
    this.percent = percent;
  }
}

export function applyRate(percent, amount) {
  const rate = new Rate(percent);
  return roundUp(amount * rate.percent);
}

export function unrelatedSibling() {
  return 0;
}

export function checkout() {
  return applyRate(20, 100);
}
""",
            "money.js": "export function roundUp(value) {\n  return value + 1;\n}\n",
        },
        "tax.js",
        "return roundUp(amount",
        {
            "callee": "function roundUp(value)",
            "type": "percent",
            "caller": "applyRate(20, 100)",
            "sibling": "unrelatedSibling",
            "imports": "./money.js",
        },
    ),
    "rust": Program(
        {
            "Cargo.toml": '[package]\nname = "shop"\nversion = "0.1.0"\n',
            "src/lib.rs": """\
mod money;
use crate::money::round_up;

pub struct Rate {
    pub percent: u64,
}

pub fn apply_rate(rate: &Rate, amount: u64) -> u64 {
    let value = amount * rate.percent;
    round_up(value)
}

pub fn unrelated_sibling() -> u64 {
    0
}

pub fn checkout(rate: &Rate) -> u64 {
    apply_rate(rate, 100)
}
""",
            "src/money.rs": "pub fn round_up(value: u64) -> u64 {\n    value + 1\n}\n",
        },
        "src/lib.rs",
        "round_up(value)",
        {
            "callee": "fn round_up(value: u64) -> u64",
            "type": "percent: u64",
            "caller": "apply_rate(rate, 100)",
            "sibling": "unrelated_sibling",
            "imports": "use crate::money::round_up",
        },
    ),
    "go": Program(
        {
            "go.mod": "module example.org/shop\n\ngo 1.21\n",
            "tax.go": """\
package shop

import "example.org/shop/money"

type Rate struct {
	Percent int
}

func ApplyRate(rate Rate, amount int) int {
	value := amount * rate.Percent
	return money.RoundUp(value)
}

func UnrelatedSibling() int {
	return 0
}

func Checkout(rate Rate) int {
	return ApplyRate(rate, 100)
}
""",
            "money/money.go": "package money\n\nfunc RoundUp(value int) int {\n\treturn value + 1\n}\n",
        },
        "tax.go",
        "return money.RoundUp",
        {
            "callee": "func RoundUp(value int) int",
            "type": "Percent int",
            "caller": "ApplyRate(rate, 100)",
            "sibling": "UnrelatedSibling",
            "imports": 'import "example.org/shop/money"',
        },
    ),
    "java": Program(
        {
            "shop/Tax.java": """\
package shop;

import shop.money.Money;

public class Tax {
    public static int applyRate(Rate rate, int amount) {
        int value = amount * rate.percent;
        return Money.roundUp(value);
    }

    public static int unrelatedSibling() {
        return 0;
    }

    public static int checkout(Rate rate) {
        return applyRate(rate, 100);
    }
}

class Rate {
    int percent;
}
""",
            "shop/money/Money.java": """\
package shop.money;

public class Money {
    public static int roundUp(int value) {
        return value + 1;
    }
}
""",
        },
        "shop/Tax.java",
        "return Money.roundUp",
        {
            "callee": "int roundUp(int value)",
            "type": "int percent",
            "caller": "applyRate(rate, 100)",
            "sibling": "unrelatedSibling",
            "imports": "import shop.money.Money",
        },
    ),
    "c": Program(
        {
            "tax.c": """\
#include "money.h"

struct rate {
    int percent;
};

int apply_rate(struct rate *rate, int amount)
{
    int value = amount * rate->percent;
    return round_up(value);
}

int unrelated_sibling(void)
{
    return 0;
}

int checkout(struct rate *rate)
{
    return apply_rate(rate, 100);
}
""",
            "money.h": "int round_up(int value);\n",
            "money.c": '#include "money.h"\n\nint round_up(int value)\n{\n    return value + 1;\n}\n',
        },
        "tax.c",
        "return round_up(value)",
        {
            "callee": "int round_up(int value)",
            "type": "int percent",
            "caller": "apply_rate(rate, 100)",
            "sibling": "unrelated_sibling",
            "imports": '#include "money.h"',
        },
    ),
    "csharp": Program(
        {
            "Tax.cs": """\
using Shop.Coins;

namespace Shop;

public class Rate
{
    public int Percent;
}

public static class Tax
{
    public static int ApplyRate(Rate rate, int amount)
    {
        int value = amount * rate.Percent;
        return Money.RoundUp(value);
    }

    public static int UnrelatedSibling()
    {
        return 0;
    }

    public static int Checkout(Rate rate)
    {
        return ApplyRate(rate, 100);
    }
}
""",
            "Money.cs": """\
namespace Shop.Coins;

public static class Money
{
    public static int RoundUp(int value)
    {
        return value + 1;
    }
}
""",
        },
        "Tax.cs",
        "return Money.RoundUp",
        {
            "callee": "int RoundUp(int value)",
            "type": "int Percent",
            "caller": "ApplyRate(rate, 100)",
            "sibling": "UnrelatedSibling",
            "imports": "using Shop.Coins",
        },
    ),
    "kotlin": Program(
        {
            "Tax.kt": """\
package shop

import shop.money.roundUp

class Rate(val percent: Int)

fun applyRate(rate: Rate, amount: Int): Int {
    val value = amount * rate.percent
    return roundUp(value)
}

fun unrelatedSibling(): Int {
    return 0
}

fun checkout(rate: Rate): Int {
    return applyRate(rate, 100)
}
""",
            "money/Money.kt": "package shop.money\n\nfun roundUp(value: Int): Int {\n    return value + 1\n}\n",
        },
        "Tax.kt",
        "return roundUp(value)",
        {
            "callee": "fun roundUp(value: Int): Int",
            "type": "percent: Int",
            "caller": "applyRate(rate, 100)",
            "sibling": "unrelatedSibling",
            "imports": "import shop.money.roundUp",
        },
    ),
}
