import { graphOf } from '../link/testing/graph-of';

const PYTHON = {
  'src/shop/__init__.py': `"""The shop."""
from .money import Money
from . import invoices
`,
  'src/shop/money.py': `CENTS: int = 100


class Money:
    """An amount."""

    def __init__(self, cents: int = 0) -> None:
        self.cents = cents

    def plus(self, other: "Money") -> "Money":
        return Money(self.cents + other.cents)


class Discount(Money):
    def plus(self, other):
        return super().plus(other)
`,
  'src/shop/invoices.py': `import functools
from typing import List, Optional

import shop.money as m
from shop.money import CENTS, Money as Amount


class Line:
    def __init__(self, price: Amount):
        self.price = price

    def total(self) -> Amount:
        return self.price


class Invoice:
    lines: List[Line]

    def __init__(self) -> None:
        self.lines = []
        self.vat = m.Discount(CENTS)

    # The sum.
    @property
    def total(self) -> Optional[Amount]:
        result = Amount()
        for line in self.lines:
            result = result.plus(line.total())
        return result.plus(self.vat)

    @functools.singledispatchmethod
    def add(self, line):
        self.lines.append(line)

    @add.register
    def add(self, line: Line, count: int):
        def again():
            self.add(line)

        again()
`,
  'tests/test_shop.py': `from shop import Money, invoices


def test_total(monkeypatch):
    invoice = invoices.Invoice()
    assert invoice.total == Money(3)
    invoice.add(1)
    helper(Money)


if True:
    def helper(x): return x
else:
    def helper(x): return None
`,
};

describe('Python: packages, decorators, fields set in __init__', () => {
  it('defines', async () => {
    const { nodes } = await graphOf(PYTHON);
    expect(nodes).toEqual([
      'src.shop.money.CENTS|FIELD 1-1',
      'src.shop.money.Money|TYPE 4-11',
      'src.shop.money.Money.__init__|METHOD 7-8',
      'src.shop.money.Money.cents|FIELD 8-8',
      'src.shop.money.Money.plus|METHOD 10-11',
      'src.shop.money.Discount|TYPE 14-16',
      'src.shop.money.Discount.plus|METHOD 15-16',
      'src.shop.invoices.Line|TYPE 8-13',
      'src.shop.invoices.Line.__init__|METHOD 9-10',
      'src.shop.invoices.Line.price|FIELD 10-10',
      'src.shop.invoices.Line.total|METHOD 12-13',
      'src.shop.invoices.Invoice|TYPE 16-40',
      'src.shop.invoices.Invoice.lines|FIELD 17-17',
      'src.shop.invoices.Invoice.__init__|METHOD 19-21',
      'src.shop.invoices.Invoice.vat|FIELD 21-21',
      'src.shop.invoices.Invoice.total|METHOD 23-29',
      'src.shop.invoices.Invoice.add|METHOD 31-33',
      'src.shop.invoices.Invoice.add(Line,int)|METHOD 35-40',
      'src.shop.invoices.Invoice.add.again|FUNCTION 37-38',
      'tests.test_shop.test_total|FUNCTION 4-8',
      'tests.test_shop.helper|FUNCTION 12-12',
      'tests.test_shop.helper~2|FUNCTION 14-14',
    ]);
  });

  it('connects', async () => {
    const { edges } = await graphOf(PYTHON);
    expect(edges).toEqual([
      'src/shop/__init__.py|FILE IMPORTS src/shop/money.py|FILE',
      'src/shop/__init__.py|FILE IMPORTS src/shop/invoices.py|FILE',
      'src.shop.money.Money.plus|METHOD CALLS src.shop.money.Money.__init__|METHOD',
      'src.shop.money.Discount|TYPE INHERITS src.shop.money.Money|TYPE',
      'src.shop.money.Discount.plus|METHOD CALLS src.shop.money.Money.plus|METHOD',
      'src/shop/invoices.py|FILE IMPORTS src/shop/money.py|FILE',
      'src.shop.invoices.Line.__init__|METHOD USES src.shop.money.Money|TYPE',
      'src.shop.invoices.Line.total|METHOD USES src.shop.money.Money|TYPE',
      'src.shop.invoices.Invoice.lines|FIELD USES src.shop.invoices.Line|TYPE',
      'src.shop.invoices.Invoice.__init__|METHOD USES src.shop.money.CENTS|FIELD',
      'src.shop.invoices.Invoice.__init__|METHOD USES src.shop.money.Discount|TYPE',
      'src.shop.invoices.Invoice.__init__|METHOD CALLS src.shop.money.Money.__init__|METHOD',
      'src.shop.invoices.Invoice.total|METHOD USES src.shop.money.Money|TYPE',
      'src.shop.invoices.Invoice.total|METHOD CALLS src.shop.money.Money.__init__|METHOD',
      'src.shop.invoices.Invoice.total|METHOD CALLS src.shop.invoices.Line.total|METHOD',
      'src.shop.invoices.Invoice.total|METHOD CALLS src.shop.money.Money.plus|METHOD',
      'src.shop.invoices.Invoice.add(Line,int)|METHOD USES src.shop.invoices.Line|TYPE',
      'src.shop.invoices.Invoice.add.again|FUNCTION CALLS src.shop.invoices.Invoice.add|METHOD',
      'src.shop.invoices.Invoice.add(Line,int)|METHOD CALLS src.shop.invoices.Invoice.add.again|FUNCTION',
      'tests/test_shop.py|FILE IMPORTS src/shop/__init__.py|FILE',
      'tests/test_shop.py|FILE IMPORTS src/shop/invoices.py|FILE',
      'tests.test_shop.test_total|FUNCTION CALLS src.shop.invoices.Invoice.__init__|METHOD',
      'tests.test_shop.test_total|FUNCTION USES src.shop.invoices.Invoice|TYPE',
      'tests.test_shop.test_total|FUNCTION CALLS src.shop.invoices.Invoice.total|METHOD',
      'tests.test_shop.test_total|FUNCTION CALLS src.shop.money.Money.__init__|METHOD',
      'tests.test_shop.test_total|FUNCTION USES src.shop.money.Money|TYPE',
      'tests.test_shop.test_total|FUNCTION CALLS src.shop.invoices.Invoice.add|METHOD',
      'tests.test_shop.test_total|FUNCTION CALLS tests.test_shop.helper|FUNCTION',
      'tests.test_shop.test_total|FUNCTION CALLS tests.test_shop.helper~2|FUNCTION',
    ]);
  });
});

it('a constant on the left side of an operator is used', async () => {
  const text = 'RATE = 2\ndef price(x):\n    return RATE * x\n';
  expect((await graphOf({ 'a.py': text })).edges).toEqual(['a.price|FUNCTION USES a.RATE|FIELD']);
  const script = 'const RATE = 2;\nfunction price(x) {\n  return RATE * x;\n}\n';
  expect((await graphOf({ 'a.js': script })).edges).toEqual(['a.price|FUNCTION USES a.RATE|FIELD']);
});

describe('a property of Python', () => {
  const FILES = {
    'shop.py': `from functools import cached_property


class Order:
    def _get(self):
        return 1

    def _set(self, value):
        self.value = value

    price = property(_get, _set)
    __str__ = _get

    @property
    def total(self):
        return self.tax + self.plain

    @total.setter
    def total(self, value):
        pass

    @cached_property
    def tax(self):
        return 2

    def plain(self):
        return 3


def show(order: Order):
    order.total = 1
    return order.total, order.total


def write(order: Order):
    order.total = 1
`,
  };

  it('is called by what reads it, and not by what sets it', async () => {
    const { edges } = await graphOf(FILES);
    expect(edges.filter((edge) => / CALLS shop\.Order\.(?:total|tax)/.test(edge))).toEqual([
      'shop.Order.total()|METHOD CALLS shop.Order.tax|METHOD',
      'shop.show|FUNCTION CALLS shop.Order.total()|METHOD',
    ]);
    // A method that is read, and not called, is handed on.
    expect(edges).toContain('shop.Order.total()|METHOD USES shop.Order.plain|METHOD');
  });

  it('uses the functions that it is made of, as each field of a class does', async () => {
    const { edges } = await graphOf(FILES);
    expect(edges.filter((edge) => / USES shop\.Order\._[gs]et/.test(edge))).toEqual([
      'shop.Order.price|FIELD USES shop.Order._get|METHOD',
      'shop.Order.price|FIELD USES shop.Order._set|METHOD',
      'shop.Order.__str__|FIELD USES shop.Order._get|METHOD',
    ]);
  });
});
