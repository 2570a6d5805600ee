import { graphOf } from '../link/testing/graph-of';

/** As gson's `TypeAdapters` and commons-lang's `Streams` name methods. */
const JAVA = {
  'src/shop/Orders.java': `package shop;

import java.util.List;

public class Orders {
  private final Store store = new Store();

  public void all(List<Order> orders, Printer printer) {
    orders.forEach(this::save);
    orders.stream().map(Order::total).filter(Orders::isOpen).map(Order::new);
    orders.forEach(store::write);
    orders.forEach(printer::print);
    orders.forEach(unknown()::print);
    // Which of the overloads is meant, the type of the parameter decides.
    orders.forEach(this::add);
  }

  private void add(Order order) {}
  private void add(Object any) {}

  private void save(Order order) {}

  static boolean isOpen(int total) {
    return total > 0;
  }
}

class Order {
  int total() {
    return 1;
  }
}

class Store {
  void write(Order order) {}
}

class Printer {
  void print(Order order) {}
}
`,
};

describe('method references of Java', () => {
  it('are uses of the methods that they name, by the type of what is before the colons', async () => {
    const { edges } = await graphOf(JAVA);
    const used = edges.filter((edge) => /^shop\.Orders\.all\|METHOD USES .*\|METHOD$/.test(edge));
    expect(used.map((edge) => edge.slice(edge.indexOf('USES ') + 5)).toSorted()).toEqual([
      'shop.Order.total|METHOD',
      'shop.Orders.isOpen|METHOD',
      'shop.Orders.save|METHOD',
      'shop.Printer.print|METHOD',
      'shop.Store.write|METHOD',
    ]);
  });
});
