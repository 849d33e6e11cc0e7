"""The program of sources.py in the other languages of the graph."""

from __future__ import annotations

from tests.complete.sources import Program

FURTHER = {
    "cpp": Program(
        {
            "tax.cpp": """\
#include "money.h"

struct Rate {
    int percent;
};

int apply_rate(const Rate &rate, int amount) {
    int value = amount * rate.percent;
    return round_up(value);
}

int unrelated_sibling() { return 0; }

int checkout(const Rate &rate) {
    return apply_rate(rate, 100);
}
""",
            "money.h": "int round_up(int value);\n",
            "money.cpp": '#include "money.h"\n\nint round_up(int value) {\n    return value + 1;\n}\n',
        },
        "tax.cpp",
        "return round_up(value)",
        {
            "callee": "int round_up(int value)",
            "type": "int percent",
            "caller": "apply_rate(rate, 100)",
            "sibling": "unrelated_sibling",
            "imports": '#include "money.h"',
        },
    ),
    "ruby": Program(
        {
            "tax.rb": """\
require_relative "money"

class Rate
  attr_reader :percent

  def initialize(percent)
    @percent = percent
  end
end

class Till
  def apply_rate(rate, amount)
    value = amount * rate.percent
    Money.round_up(value)
  end

  def unrelated_sibling
    0
  end

  def checkout
    apply_rate(Rate.new(20), 100)
  end
end
""",
            "money.rb": "module Money\n  def self.round_up(value)\n    value + 1\n  end\nend\n",
        },
        "tax.rb",
        "Money.round_up(value)",
        {
            "callee": "round_up(value)",
            "type": "Till",
            "caller": "apply_rate(Rate.new(20), 100)",
            "sibling": "unrelated_sibling",
            "imports": 'require_relative "money"',
        },
    ),
    "php": Program(
        {
            "tax.php": """\
<?php
require_once "money.php";

class Rate {
    public int $percent = 20;
}

function apply_rate(Rate $rate, int $amount): int {
    $value = $amount * $rate->percent;
    return round_up($value);
}

function unrelated_sibling(): int {
    return 0;
}

function checkout(): int {
    return apply_rate(new Rate(), 100);
}
""",
            "money.php": "<?php\n\nfunction round_up(int $value): int {\n    return $value + 1;\n}\n",
        },
        "tax.php",
        "return round_up($value)",
        {
            "callee": "round_up(int $value): int",
            "type": "$percent",
            "caller": "apply_rate(new Rate(), 100)",
            "sibling": "unrelated_sibling",
        },
    ),
    "swift": Program(
        {
            "Sources/Tax.swift": """\
import Foundation

struct Rate {
    let percent: Int
}

func applyRate(rate: Rate, amount: Int) -> Int {
    let value = amount * rate.percent
    return roundUp(value)
}

func unrelatedSibling() -> Int {
    return 0
}

func checkout() -> Int {
    return applyRate(rate: Rate(percent: 20), amount: 100)
}
""",
            "Sources/Money.swift": "func roundUp(_ value: Int) -> Int {\n    return value + 1\n}\n",
        },
        "Sources/Tax.swift",
        "return roundUp(value)",
        {
            "callee": "func roundUp(_ value: Int) -> Int",
            "type": "percent: Int",
            "caller": "applyRate(rate: Rate(percent: 20), amount: 100)",
            "sibling": "unrelatedSibling",
            "imports": "import Foundation",
        },
    ),
    "scala": Program(
        {
            "shop/Tax.scala": """\
package shop

import shop.Money.roundUp

class Rate(val percent: Int)

object Till {
  def applyRate(rate: Rate, amount: Int): Int = {
    val value = amount * rate.percent
    roundUp(value)
  }

  def unrelatedSibling(): Int = 0

  def checkout(): Int = {
    applyRate(new Rate(20), 100)
  }
}
""",
            "shop/Money.scala": "package shop\n\nobject Money {\n  def roundUp(value: Int): Int = value + 1\n}\n",
        },
        "shop/Tax.scala",
        "roundUp(value)",
        {
            "callee": "def roundUp(value: Int): Int",
            "type": "percent: Int",
            "caller": "applyRate(new Rate(20), 100)",
            "sibling": "unrelatedSibling",
            "imports": "import shop.Money.roundUp",
        },
    ),
    "lua": Program(
        {
            "tax.lua": """\
local money = require("money")

local function apply_rate(rate, amount)
  local value = amount * rate.percent
  return money.round_up(value)
end

local function unrelated_sibling()
  return 0
end

local function checkout()
  return apply_rate({ percent = 20 }, 100)
end
""",
            "money.lua": "local M = {}\n\nfunction M.round_up(value)\n  return value + 1\nend\n\nreturn M\n",
        },
        "tax.lua",
        "return money.round_up(value)",
        {
            "callee": "round_up(value)",
            "caller": "apply_rate({ percent = 20 }, 100)",
            "sibling": "unrelated_sibling",
            "imports": 'require("money")',
        },
    ),
    "bash": Program(
        {
            "tax.sh": """\
source ./money.sh

apply_rate() {
  local value=$(( $1 * $2 ))
  round_up "$value"
}

unrelated_sibling() {
  true
}

checkout() {
  apply_rate 20 100
}
""",
            "money.sh": "round_up() {\n  echo $(( $1 + 1 ))\n}\n",
        },
        "tax.sh",
        'round_up "$value"',
        {
            "callee": "round_up()",
            "caller": "apply_rate 20 100",
            "sibling": "unrelated_sibling",
            "imports": "source ./money.sh",
        },
    ),
    "solidity": Program(
        {
            "Tax.sol": """\
import "./Money.sol";

struct Rate {
    uint percent;
}

contract Till {
    function applyRate(Rate memory rate, uint amount) internal pure returns (uint) {
        uint value = amount * rate.percent;
        return roundUp(value);
    }

    function unrelatedSibling() internal pure returns (uint) {
        return 0;
    }

    function checkout(Rate memory rate) internal pure returns (uint) {
        return applyRate(rate, 100);
    }
}
""",
            "Money.sol": "function roundUp(uint value) pure returns (uint) {\n    return value + 1;\n}\n",
        },
        "Tax.sol",
        "return roundUp(value)",
        {
            "callee": "function roundUp(uint value)",
            "type": "uint percent",
            "caller": "applyRate(rate, 100)",
            "sibling": "unrelatedSibling",
            "imports": 'import "./Money.sol"',
        },
    ),
}
