"""A small shop in several languages, with documents, tests and a change log: near misses for every question."""

from __future__ import annotations

FILES = {
    "shop/cart.py": '''\
"""The shopping cart."""

from shop.catalog import Catalog
from shop.errors import OutOfStock


class CartLine:
    """One product and how many of it."""

    def __init__(self, sku: str, quantity: int) -> None:
        self.sku = sku
        self.quantity = quantity

    def subtotal(self, catalog: Catalog) -> int:
        return catalog.price_of(self.sku) * self.quantity


class Cart:
    """What a customer is about to buy."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self.lines: list[CartLine] = []

    def add_line(self, sku: str, quantity: int = 1) -> None:
        """Put a product into the cart, if enough of it is on the shelf."""
        if self.catalog.stock_of(sku) < quantity:
            raise OutOfStock(sku)
        self.lines.append(CartLine(sku, quantity))

    def remove_line(self, sku: str) -> None:
        self.lines = [line for line in self.lines if line.sku != sku]

    def total(self) -> int:
        return sum(line.subtotal(self.catalog) for line in self.lines)

    def is_empty(self) -> bool:
        return not self.lines
''',
    "shop/catalog.py": '''\
"""Products, prices and stock."""


class Catalog:
    def __init__(self, rows):
        self._rows = {row["sku"]: row for row in rows}

    def price_of(self, sku: str) -> int:
        """Price of a product in cents."""
        return self._rows[sku]["price"]

    def stock_of(self, sku: str) -> int:
        return self._rows[sku]["stock"]

    def reserve(self, sku: str, quantity: int) -> None:
        self._rows[sku]["stock"] -= quantity


def load_catalog_from_csv(path):
    """Read products from a file of comma separated values."""
    import csv

    with open(path, newline="") as handle:
        return Catalog(list(csv.DictReader(handle)))
''',
    "shop/errors.py": '''\
class ShopError(Exception):
    pass


class OutOfStock(ShopError):
    """There is not enough of a product."""


class PaymentDeclined(ShopError):
    """The bank said no."""
''',
    "shop/payment.py": '''\
"""Paying for a cart."""

import hashlib
import hmac

from shop.errors import PaymentDeclined

MAX_ATTEMPTS = 3


def charge_card(gateway, card, cents):
    """Take money from a card; tries again when the gateway times out."""
    for attempt in range(MAX_ATTEMPTS):
        answer = gateway.post("/charge", {"card": card, "amount": cents})
        if answer.status == "declined":
            raise PaymentDeclined(card)
        if answer.status == "ok":
            return answer.reference
    raise TimeoutError("gateway")


def refund(gateway, reference):
    return gateway.post("/refund", {"reference": reference})


def verify_webhook_signature(body: bytes, header: str, secret: bytes) -> bool:
    expected = hmac.new(secret, body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, header)
''',
    "shop/session.py": '''\
"""Who is logged in."""

import time


class SessionStore:
    def __init__(self, lifetime_s: int = 3600) -> None:
        self._lifetime_s = lifetime_s
        self._entries: dict[str, tuple[str, float]] = {}

    def log_in(self, token: str, user: str) -> None:
        self._entries[token] = (user, time.time() + self._lifetime_s)

    def current_user(self, token: str) -> str | None:
        user, expires_at = self._entries.get(token, ("", 0.0))
        return user if expires_at > time.time() else None

    def purge_expired(self) -> int:
        """Forget sessions that are over."""
        now = time.time()
        old = [token for token, (_, expires_at) in self._entries.items() if expires_at <= now]
        for token in old:
            del self._entries[token]
        return len(old)
''',
    "web/client.ts": """\
import { CartView } from "./view";

export interface RequestOptions { timeoutMs?: number; headers?: Record<string, string> }

export async function fetchJSON<T>(url: string, options: RequestOptions = {}): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), options.timeoutMs ?? 5000);
  try {
    const response = await fetch(url, { headers: options.headers, signal: controller.signal });
    if (!response.ok) throw new HttpStatusError(response.status);
    return (await response.json()) as T;
  } finally {
    clearTimeout(timer);
  }
}

export class HttpStatusError extends Error {
  constructor(readonly status: number) {
    super(`status ${status}`);
  }
}

export function renderCart(view: CartView): string {
  return view.lines.map((line) => `<li>${line}</li>`).join("");
}
""",
    "web/view.ts": """\
export interface CartView { lines: string[] }

export function formatMoney(cents: number, locale = "en"): string {
  return new Intl.NumberFormat(locale, { style: "currency", currency: "EUR" }).format(cents / 100);
}

export const debounce = (fn: () => void, delayMs: number) => {
  let handle: number | undefined;
  return () => {
    clearTimeout(handle);
    handle = setTimeout(fn, delayMs);
  };
};
""",
    "importer/src/lib.rs": """\
//! Reads price lists.

use std::collections::HashMap;

/// A price list by product.
pub struct PriceList {
    prices: HashMap<String, u64>,
}

impl PriceList {
    /// Parse lines of the form `sku;price`.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let mut prices = HashMap::new();
        for (number, line) in text.lines().enumerate() {
            let (sku, price) = line.split_once(';').ok_or(ParseError::MissingSeparator(number))?;
            prices.insert(sku.to_string(), price.trim().parse().map_err(|_| ParseError::BadNumber(number))?);
        }
        Ok(Self { prices })
    }

    pub fn cheapest(&self) -> Option<(&String, &u64)> {
        self.prices.iter().min_by_key(|(_, price)| **price)
    }
}

pub enum ParseError {
    MissingSeparator(usize),
    BadNumber(usize),
}
""",
    "tests/test_cart.py": '''\
from shop.cart import Cart
from shop.catalog import Catalog

ROWS = [{"sku": "tea", "price": 300, "stock": 2}]


def test_total_adds_the_subtotals_of_the_lines():
    cart = Cart(Catalog(ROWS))
    cart.add_line("tea", 2)
    assert cart.total() == 600


def test_empty_cart_is_empty():
    assert Cart(Catalog(ROWS)).is_empty()


def test_session_of_a_user_expires():
    """Sessions that are over are purged, expired ones are forgotten."""
''',
    "tests/test_payment.py": """\
from shop.payment import charge_card, verify_webhook_signature


def test_card_is_charged_again_when_the_gateway_times_out():
    charge_card(None, "card", 1)


def test_webhook_signature_is_verified():
    assert not verify_webhook_signature(b"", "", b"secret")
""",
    "docs/operations.md": """\
# Operations

## Rotating the webhook secret

Set the new secret in both places, wait an hour, then remove the old one. The signature header is checked against both.

## Backups

A dump is made every night and kept for thirty days.

### Restoring a backup

Stop the service, load the dump, start it again.

## Session lifetime

Users stay logged in for one hour.
""",
    "docs/pricing.md": """\
# Pricing

Prices are in cents. Price lists come from suppliers as text, one product a line.

## Rounding

Half a cent is rounded up.
""",
    "CHANGELOG.md": """\
# Changelog

## 2.1.0

- The card is charged again when the gateway times out.
- `formatMoney` knows locales.
- Expired sessions are purged.

## 2.0.0

- Webhook signatures are verified.
""",
    "pyproject.toml": '[project]\nname = "shop"\nversion = "2.1.0"\ndependencies = ["cart-sdk", "payment-gateway"]\n',
}

# (question, file, a text that must stand in the hit)
QUESTIONS = [
    ("Cart.add_line", "shop/cart.py", "def add_line"),
    ("addLine", "shop/cart.py", "def add_line"),
    ("charge card", "shop/payment.py", "def charge_card"),
    ("verifyWebhookSignature", "shop/payment.py", "def verify_webhook_signature"),
    ("verify_webhok_signature", "shop/payment.py", "def verify_webhook_signature"),
    ("fetch_json", "web/client.ts", "function fetchJSON"),
    ("HttpStatusError", "web/client.ts", "class HttpStatusError"),
    ("PriceList::parse", "importer/src/lib.rs", "pub fn parse"),
    ("cheapest price", "importer/src/lib.rs", "pub fn cheapest"),
    ("ParseError", "importer/src/lib.rs", "pub enum ParseError"),
    ("purge_exp", "shop/session.py", "def purge_expired"),
    ("OutOfStock", "shop/errors.py", "class OutOfStock"),
    ("how is the total of a cart computed", "shop/cart.py", "def total"),
    ("where are expired sessions removed", "shop/session.py", "def purge_expired"),
    ("retry the payment when the gateway times out", "shop/payment.py", "def charge_card"),
    ("read products from a csv file", "shop/catalog.py", "def load_catalog_from_csv"),
    ("put a product into the cart if enough is on the shelf", "shop/cart.py", "def add_line"),
    ("format an amount as currency", "web/view.ts", "function formatMoney"),
    ("abort a request after a timeout", "web/client.ts", "function fetchJSON"),
    ("what happens when the bank declines a payment", "shop/payment.py", "def charge_card"),
    ("missing separator in a line of a price list", "importer/src/lib.rs", "MissingSeparator"),
    ("fix debounce handling", "web/view.ts", "debounce"),
    ("test that an empty cart is empty", "tests/test_cart.py", "def test_empty_cart_is_empty"),
    ("Restoring a backup", "docs/operations.md", "### Restoring a backup"),
    ("how do I restore a backup", "docs/operations.md", "### Restoring a backup"),
    ("rotate the webhook secret", "docs/operations.md", "## Rotating the webhook secret"),
    ("rounding of prices", "docs/pricing.md", "## Rounding"),
    ("changelog of release 2.0.0", "CHANGELOG.md", "## 2.0.0"),
    ("Users stay logged in for one hour.", "docs/operations.md", "## Session lifetime"),
]
