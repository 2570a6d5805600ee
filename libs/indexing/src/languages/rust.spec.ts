import { graphOf } from '../link/testing/graph-of';

const RUST = {
  'src/lib.rs': `pub mod money;
mod store;

pub use store::{Store as Shop, Find};
pub use self::money::*;

pub fn open() -> Shop {
    Shop::new(money::ZERO)
}

mod inner {
    pub fn help() -> u32 {
        super::money::cents(1)
    }
}
`,
  'src/money.rs': `/// Nothing.
pub const ZERO: Money = Money { cents: 0 };

/// An amount.
#[derive(Clone, Copy)]
pub struct Money {
    pub cents: u32,
}

impl Money {
    pub fn new(cents: u32) -> Self {
        Self { cents }
    }

    pub fn plus(&self, other: Money) -> Money {
        Money::new(self.cents + other.cents)
    }
}

impl From<u32> for Money {
    fn from(cents: u32) -> Self {
        Self::new(cents)
    }
}

impl From<u8> for Money {
    fn from(cents: u8) -> Self {
        Money::new(cents.into())
    }
}

pub fn cents(n: u32) -> u32 {
    n
}
`,
  'src/store/mod.rs': `mod find;

use crate::money::{self, Money};
pub use find::Find;

pub struct Store {
    total: Box<Money>,
    lines: Vec<Line>,
}

pub enum Line {
    Item(Money),
    Empty,
}

impl Store {
    pub fn new(total: Money) -> Store {
        let lines = Vec::new();
        Store { total: Box::new(total), lines }
    }

    pub fn sum(&self) -> Money {
        for line in &self.lines {
            line.price();
        }
        let sum = self.total.plus(money::ZERO);
        sum.plus(crate::Money::from(2u32))
    }
}

impl Line {
    fn price(&self) -> Option<Money> {
        match self {
            Line::Item(price) => Some(*price),
            Line::Empty => None,
        }
    }
}
`,
  'src/store/find.rs': `use super::Store;

pub trait Find {
    fn find(&self, name: &str) -> bool;
    fn has(&self, name: &str) -> bool {
        self.find(name)
    }
}

impl Find for Store {
    fn find(&self, name: &str) -> bool {
        self.sum().cents > 0 && name.is_empty()
    }
}

impl Store {
    pub fn twice(&self) -> bool {
        self.has("a")
    }
}
`,
};

describe('Rust: modules, impl blocks, traits', () => {
  it('defines', async () => {
    const { nodes } = await graphOf(RUST);
    expect(nodes).toEqual([
      'src/lib.open|FUNCTION 7-9',
      'src/lib.inner|MODULE 11-15',
      'src/lib.inner.help|FUNCTION 12-14',
      'src/money.ZERO|FIELD 1-2',
      'src/money.Money|TYPE 4-8',
      'src/money.Money.cents|FIELD 7-7',
      'src/money.Money.new|METHOD 11-13',
      'src/money.Money.plus|METHOD 15-17',
      'src/money.Money.from(u32)|METHOD 21-23',
      'src/money.Money.from(u8)|METHOD 27-29',
      'src/money.cents|FUNCTION 32-34',
      'src/store.Store|TYPE 6-9',
      'src/store.Store.total|FIELD 7-7',
      'src/store.Store.lines|FIELD 8-8',
      'src/store.Line|TYPE 11-14',
      'src/store.Line.Item|FIELD 12-12',
      'src/store.Line.Empty|FIELD 13-13',
      'src/store.Store.new|METHOD 17-20',
      'src/store.Store.sum|METHOD 22-28',
      'src/store.Line.price|METHOD 32-37',
      'src/store/find.Find|TYPE 3-8',
      'src/store/find.Find.find|METHOD 4-4',
      'src/store/find.Find.has|METHOD 5-7',
      'src/store/find.Store.find|METHOD 11-13',
      'src/store/find.Store.twice|METHOD 17-19',
    ]);
  });

  it('states implementations for references, type parameters and types of other crates by their file', async () => {
    const { edges } = await graphOf({
      'src/sink.rs':
        'pub trait Sink {}\npub struct Own;\nimpl Sink for Own {}\nimpl<S: Sink> Sink for Box<S> {}\n',
      'src/by_ref.rs': "use crate::sink::Sink;\nimpl<'a, S: Sink> Sink for &'a mut S {}\n",
      'src/lib.rs': 'mod sink;\nmod by_ref;\n',
    });
    expect(edges.filter((edge) => edge.includes('IMPLEMENTS')).toSorted()).toEqual([
      'src/by_ref.rs|FILE IMPLEMENTS src/sink.Sink|TYPE',
      'src/sink.Own|TYPE IMPLEMENTS src/sink.Sink|TYPE',
      'src/sink.rs|FILE IMPLEMENTS src/sink.Sink|TYPE',
    ]);
  });

  it('connects', async () => {
    const { edges } = await graphOf(RUST);
    expect(edges).toEqual([
      'src/lib.rs|FILE IMPORTS src/money.rs|FILE',
      'src/lib.rs|FILE IMPORTS src/store/mod.rs|FILE',
      'src/lib.open|FUNCTION USES src/store.Store|TYPE',
      'src/lib.open|FUNCTION USES src/money.ZERO|FIELD',
      'src/lib.open|FUNCTION CALLS src/store.Store.new|METHOD',
      'src/lib.inner.help|FUNCTION CALLS src/money.cents|FUNCTION',
      'src/money.ZERO|FIELD USES src/money.Money|TYPE',
      'src/money.Money.plus|METHOD USES src/money.Money.cents|FIELD',
      'src/money.Money.plus|METHOD CALLS src/money.Money.new|METHOD',
      'src/money.Money.from(u32)|METHOD CALLS src/money.Money.new|METHOD',
      'src/money.Money.from(u8)|METHOD CALLS src/money.Money.new|METHOD',
      'src/store/mod.rs|FILE IMPORTS src/store/find.rs|FILE',
      'src/store/mod.rs|FILE IMPORTS src/money.rs|FILE',
      'src/store.Store.total|FIELD USES src/money.Money|TYPE',
      'src/store.Store.lines|FIELD USES src/store.Line|TYPE',
      'src/store.Line.Item|FIELD USES src/money.Money|TYPE',
      'src/store.Store.new|METHOD USES src/money.Money|TYPE',
      'src/store.Store.sum|METHOD USES src/money.Money|TYPE',
      'src/store.Store.sum|METHOD USES src/store.Store.lines|FIELD',
      'src/store.Store.sum|METHOD CALLS src/store.Line.price|METHOD',
      'src/store.Store.sum|METHOD CALLS src/money.Money.plus|METHOD',
      'src/store.Store.sum|METHOD USES src/money.ZERO|FIELD',
      'src/store.Store.sum|METHOD USES src/store.Store.total|FIELD',
      'src/store.Store.sum|METHOD CALLS src/money.Money.from(u32)|METHOD',
      'src/store.Store.sum|METHOD CALLS src/money.Money.from(u8)|METHOD',
      'src/store.Line.price|METHOD USES src/money.Money|TYPE',
      'src/store.Line.price|METHOD USES src/store.Line.Item|FIELD',
      'src/store.Line.price|METHOD USES src/store.Line.Empty|FIELD',
      'src/store/find.rs|FILE IMPORTS src/store/mod.rs|FILE',
      'src/store/find.Find.has|METHOD CALLS src/store/find.Find.find|METHOD',
      'src/store/find.rs|FILE USES src/store.Store|TYPE',
      'src/store.Store|TYPE IMPLEMENTS src/store/find.Find|TYPE',
      'src/store/find.Store.find|METHOD USES src/money.Money.cents|FIELD',
      'src/store/find.Store.find|METHOD CALLS src/store.Store.sum|METHOD',
      'src/store/find.Store.twice|METHOD CALLS src/store/find.Find.has|METHOD',
    ]);
  });
});
