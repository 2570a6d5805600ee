import { graphOf } from '../link/testing/graph-of';

const JAVA = {
  'src/com/shop/core/Money.java': `package com.shop.core;

/** An amount. */
public final class Money {
  public static final Money ZERO = new Money(0);
  private final int cents;

  public Money(int cents) {
    this.cents = cents;
  }

  public Money plus(Money other) {
    return new Money(cents + other.cents);
  }

  public Money plus(int more) {
    return plus(new Money(more));
  }

  public enum Status { OPEN, CLOSED }
}
`,
  'src/com/shop/core/Repository.java': `package com.shop.core;

import java.util.List;

public abstract class Repository<T extends Named> implements Finder<T> {
  protected List<T> items;

  @Override
  public T find(String name) {
    return items.get(0);
  }

  protected void save() {}
}

interface Finder<T> {
  T find(String name);
}

interface Named {
  String name();
}
`,
  'src/com/shop/app/Invoices.java': `package com.shop.app;

import static com.shop.app.Log.write;

import com.shop.core.*;
import com.shop.core.Money.Status;

record Line(String name, Money price) {}

@Deprecated
public class Invoices extends Repository<Line> {
  private final Finder<Line> finder;

  Invoices(Finder<Line> finder) {
    super();
    this.finder = finder;
  }

  // Sums up.
  Money total() {
    Money sum = Money.ZERO;
    for (Line line : items) {
      sum = sum.plus(line.price());
    }
    finder.find("x");
    this.save();
    write(Status.OPEN);
    return sum.plus(1);
  }

  class Inner {
    void run() {
      total();
    }
  }
}
`,
  'src/com/shop/app/Log.java': `package com.shop.app;

import com.shop.core.Money;

class Log {
  static void write(Money.Status status) {}
}
`,
};

describe('Java: packages, records, inner classes, static imports', () => {
  it('defines', async () => {
    const { nodes } = await graphOf(JAVA);
    expect(nodes).toEqual([
      'com.shop.core.Money|TYPE 3-21',
      'com.shop.core.Money.ZERO|FIELD 5-5',
      'com.shop.core.Money.cents|FIELD 6-6',
      'com.shop.core.Money.Money|METHOD 8-10',
      'com.shop.core.Money.plus(Money)|METHOD 12-14',
      'com.shop.core.Money.plus(int)|METHOD 16-18',
      'com.shop.core.Money.Status|TYPE 20-20',
      'com.shop.core.Money.Status.OPEN|FIELD 20-20',
      'com.shop.core.Money.Status.CLOSED|FIELD 20-20',
      'com.shop.core.Repository|TYPE 5-14',
      'com.shop.core.Repository.items|FIELD 6-6',
      'com.shop.core.Repository.find|METHOD 8-11',
      'com.shop.core.Repository.save|METHOD 13-13',
      'com.shop.core.Finder|TYPE 16-18',
      'com.shop.core.Finder.find|METHOD 17-17',
      'com.shop.core.Named|TYPE 20-22',
      'com.shop.core.Named.name|METHOD 21-21',
      'com.shop.app.Line|TYPE 8-8',
      'com.shop.app.Line.name|FIELD 8-8',
      'com.shop.app.Line.price|FIELD 8-8',
      'com.shop.app.Invoices|TYPE 10-36',
      'com.shop.app.Invoices.finder|FIELD 12-12',
      'com.shop.app.Invoices.Invoices|METHOD 14-17',
      'com.shop.app.Invoices.total|METHOD 19-29',
      'com.shop.app.Invoices.Inner|TYPE 31-35',
      'com.shop.app.Invoices.Inner.run|METHOD 32-34',
      'com.shop.app.Log|TYPE 5-7',
      'com.shop.app.Log.write|METHOD 6-6',
    ]);
  });

  it('connects', async () => {
    const { edges } = await graphOf(JAVA);
    expect(edges).toEqual([
      'com.shop.core.Money.ZERO|FIELD CALLS com.shop.core.Money.Money|METHOD',
      'com.shop.core.Money.Money|METHOD USES com.shop.core.Money.cents|FIELD',
      'com.shop.core.Money.plus(Money)|METHOD CALLS com.shop.core.Money.Money|METHOD',
      'com.shop.core.Money.plus(Money)|METHOD USES com.shop.core.Money.cents|FIELD',
      'com.shop.core.Money.plus(int)|METHOD CALLS com.shop.core.Money.Money|METHOD',
      'com.shop.core.Money.plus(int)|METHOD CALLS com.shop.core.Money.plus(Money)|METHOD',
      'com.shop.core.Money.plus(int)|METHOD CALLS com.shop.core.Money.plus(int)|METHOD',
      'com.shop.core.Repository|TYPE IMPLEMENTS com.shop.core.Finder|TYPE',
      'com.shop.core.Repository|TYPE USES com.shop.core.Named|TYPE',
      'com.shop.core.Repository.find|METHOD USES com.shop.core.Repository.items|FIELD',
      'src/com/shop/app/Invoices.java|FILE IMPORTS src/com/shop/app/Log.java|FILE',
      'src/com/shop/app/Invoices.java|FILE IMPORTS src/com/shop/core/Money.java|FILE',
      'src/com/shop/app/Invoices.java|FILE IMPORTS src/com/shop/core/Repository.java|FILE',
      'com.shop.app.Line|TYPE USES com.shop.core.Money|TYPE',
      'com.shop.app.Invoices|TYPE USES com.shop.app.Line|TYPE',
      'com.shop.app.Invoices|TYPE INHERITS com.shop.core.Repository|TYPE',
      'com.shop.app.Invoices.finder|FIELD USES com.shop.app.Line|TYPE',
      'com.shop.app.Invoices.finder|FIELD USES com.shop.core.Finder|TYPE',
      'com.shop.app.Invoices.Invoices|METHOD USES com.shop.app.Line|TYPE',
      'com.shop.app.Invoices.Invoices|METHOD USES com.shop.core.Finder|TYPE',
      'com.shop.app.Invoices.Invoices|METHOD USES com.shop.core.Repository|TYPE',
      'com.shop.app.Invoices.Invoices|METHOD USES com.shop.app.Invoices.finder|FIELD',
      'com.shop.app.Invoices.total|METHOD USES com.shop.core.Money|TYPE',
      'com.shop.app.Invoices.total|METHOD USES com.shop.core.Money.ZERO|FIELD',
      'com.shop.app.Invoices.total|METHOD USES com.shop.app.Line|TYPE',
      'com.shop.app.Invoices.total|METHOD USES com.shop.core.Repository.items|FIELD',
      'com.shop.app.Invoices.total|METHOD USES com.shop.app.Line.price|FIELD',
      'com.shop.app.Invoices.total|METHOD CALLS com.shop.core.Money.plus(Money)|METHOD',
      'com.shop.app.Invoices.total|METHOD CALLS com.shop.core.Money.plus(int)|METHOD',
      'com.shop.app.Invoices.total|METHOD USES com.shop.app.Invoices.finder|FIELD',
      'com.shop.app.Invoices.total|METHOD CALLS com.shop.core.Finder.find|METHOD',
      'com.shop.app.Invoices.total|METHOD CALLS com.shop.core.Repository.save|METHOD',
      'com.shop.app.Invoices.total|METHOD CALLS com.shop.app.Log.write|METHOD',
      'com.shop.app.Invoices.total|METHOD USES com.shop.core.Money.Status.OPEN|FIELD',
      'com.shop.app.Invoices.Inner.run|METHOD CALLS com.shop.app.Invoices.total|METHOD',
      'src/com/shop/app/Log.java|FILE IMPORTS src/com/shop/core/Money.java|FILE',
      'com.shop.app.Log.write|METHOD USES com.shop.core.Money.Status|TYPE',
    ]);
  });
});
