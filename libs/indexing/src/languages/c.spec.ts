import { factsOf, graphOf } from '../link/testing/graph-of';

const C = {
  'include/shop/item.h': `#ifndef SHOP_ITEM_H
#define SHOP_ITEM_H
#ifdef __cplusplus
extern "C" {
#endif

#define MAX_ITEMS 10
#define PRICE_OF(item) ((item)->price)

/* An article. */
typedef struct item {
  int price;
  struct item *next;
} item;

typedef struct { int x; } point;
typedef int (*visit_fn)(item *each);

enum { RED, GREEN };

SHOP_API int item_total(const item *first);
int item_visit(item *first, visit_fn visit);

#ifdef __cplusplus
}
#endif
#endif
`,
  'src/item.c': `#include <shop/item.h>
#include <stdio.h>

static int count;

static int helper(int n) { return n + 1; }

/* Adds up. */
int item_total(const item *first) {
  int sum = 0;
  for (const item *at = first; at; at = at->next) {
    sum += PRICE_OF(at);
    count = helper(count);
  }
  return sum > MAX_ITEMS ? GREEN : sum;
}

int item_visit(item *first, visit_fn visit) {
  char *name = va_arg(first, char *);
  printf("%s", name);
  return visit(first);
}
`,
  'src/main.c': `#include "../include/shop/item.h"

static int helper(void) { return 2; }

static int show(item *each) { return each->price; }

int main(int argc, char **argv) {
  item one = {1, 0};
  return item_total(&one) + helper() + item_visit(&one, show);
}
`,
};

describe('C: includes, types, macros, and what is static', () => {
  it('defines, and reads every file whole', async () => {
    const { nodes } = await graphOf(C);
    expect(nodes).toEqual([
      'MAX_ITEMS|FIELD 7-7',
      'PRICE_OF|FUNCTION 8-8',
      'item|TYPE 10-14',
      'item.price|FIELD 12-12',
      'item.next|FIELD 13-13',
      'point|TYPE 16-16',
      'point.x|FIELD 16-16',
      'visit_fn|TYPE 17-17',
      'RED|FIELD 19-19',
      'GREEN|FIELD 19-19',
      'count|FIELD 4-4',
      'helper|FUNCTION 6-6',
      'item_total|FUNCTION 8-16',
      'item_visit|FUNCTION 18-22',
      'helper~2|FUNCTION 3-3',
      'show|FUNCTION 5-5',
      'main|FUNCTION 7-10',
    ]);
    for (const { problem } of await factsOf(C)) expect(problem).toBeUndefined();
  });

  it('connects across files, a static function only in its own', async () => {
    const { edges } = await graphOf(C);
    expect(edges.filter((edge) => /CALLS|IMPORTS/.test(edge))).toEqual([
      'src/item.c|FILE IMPORTS include/shop/item.h|FILE',
      'item_total|FUNCTION CALLS PRICE_OF|FUNCTION',
      'item_total|FUNCTION CALLS helper|FUNCTION',
      'src/main.c|FILE IMPORTS include/shop/item.h|FILE',
      'main|FUNCTION CALLS helper~2|FUNCTION',
      'main|FUNCTION CALLS item_total|FUNCTION',
      'main|FUNCTION CALLS item_visit|FUNCTION',
    ]);
    for (const edge of [
      'item_total|FUNCTION USES MAX_ITEMS|FIELD',
      'item_total|FUNCTION USES GREEN|FIELD',
      'item_total|FUNCTION USES count|FIELD',
      'main|FUNCTION USES show|FUNCTION',
      'show|FUNCTION USES item|TYPE',
    ])
      expect(edges).toContain(edge);
  });

  it('does not reach a static function of another file', async () => {
    const { edges } = await graphOf({
      'a.c': 'static int hidden(void) { return 1; }\n',
      'b.c': 'int use(void) { return hidden(); }\n',
    });
    expect(edges).toEqual([]);
  });
});

const CPP = {
  'store/store.h': `#pragma once
#include <string>

namespace shop {

class SHOP_EXPORT Base {
 public:
  Base();
  virtual ~Base() = default;
  virtual int total(int tax) const = 0;
  std::string name() const;
};

/** Keeps items. */
template <typename T>
class Store final : public Base, private std::vector<T> {
 public:
  explicit Store(int size) : size_(size) {}
  int total(int tax) const override;
  int size() const { return size_ + helper(); }

 private:
  int helper() const;
  int size_ GUARDED_BY(mutex_);
};

enum class Color { kRed, kBlue };

}  // namespace shop
`,
  'store/store.cc': `#include "store/store.h"

namespace shop {
namespace {
int local(int n) { return n; }
}

std::string Base::name() const { return "base"; }

int Store::total(int tax) const {
  auto add = [this](int n) { return n + helper(); };
  return local(tax) + size_ + this->size() + add(1);
}

int Store::helper() const { return static_cast<int>(Color::kRed); }

Base::Base() {}

Base *make() { return new Store(2); }

namespace tax {
int of(Base *base) { return base->total(1); }
}

int both() { return tax::of(make()); }
}
`,
  'test/store_test.cc': `#include "store/store.h"

TEST(StoreTest, AddsTax) {
  shop::Base *base = shop::make();
  EXPECT_EQ(base->total(1), 3);
}

TEST(StoreTest, HasAName) {
  shop::Store store(1);
  store.name();
}
`,
};

describe('C++: classes, methods outside of them, namespaces, tests', () => {
  it('defines, and reads every file whole', async () => {
    const { nodes } = await graphOf(CPP);
    expect(nodes).toEqual([
      'shop.Base|TYPE 6-12',
      'shop.Base.total|METHOD 10-10',
      'shop.Store|TYPE 14-25',
      'shop.Store.Store|METHOD 18-18',
      'shop.Store.size|METHOD 20-20',
      'shop.Store.size_|FIELD 24-24',
      'shop.Color|TYPE 27-27',
      'shop.Color.kRed|FIELD 27-27',
      'shop.Color.kBlue|FIELD 27-27',
      'shop.local|FUNCTION 5-5',
      'shop.Base.name|METHOD 8-8',
      'shop.Store.total|METHOD 10-13',
      'shop.Store.helper|METHOD 15-15',
      'shop.Base.Base|METHOD 17-17',
      'shop.make|FUNCTION 19-19',
      'shop.tax.of|FUNCTION 22-22',
      'shop.both|FUNCTION 25-25',
      'StoreTest.AddsTax|FUNCTION 3-6',
      'StoreTest.HasAName|FUNCTION 8-11',
    ]);
    for (const { problem } of await factsOf(CPP)) expect(problem).toBeUndefined();
  });

  it('connects', async () => {
    const { edges } = await graphOf(CPP);
    for (const edge of [
      'shop.Store|TYPE INHERITS shop.Base|TYPE',
      'shop.Store.size|METHOD CALLS shop.Store.helper|METHOD',
      'shop.Store.total|METHOD CALLS shop.local|FUNCTION',
      'shop.Store.total|METHOD CALLS shop.Store.size|METHOD',
      'shop.Store.total|METHOD CALLS shop.Store.helper|METHOD',
      'shop.Store.helper|METHOD USES shop.Color.kRed|FIELD',
      'shop.make|FUNCTION CALLS shop.Store.Store|METHOD',
      'store/store.cc|FILE IMPORTS store/store.h|FILE',
      'shop.tax.of|FUNCTION CALLS shop.Base.total|METHOD',
      'shop.both|FUNCTION CALLS shop.tax.of|FUNCTION',
      'StoreTest.AddsTax|FUNCTION CALLS shop.make|FUNCTION',
      'StoreTest.AddsTax|FUNCTION CALLS shop.Base.total|METHOD',
      'StoreTest.HasAName|FUNCTION CALLS shop.Base.name|METHOD',
    ])
      expect(edges).toContain(edge);
  });
});

describe('C++: what the grammar cannot read', () => {
  it.each([
    ['an expression in a body', 'int f(int n) {\n  char** a = new char*[n];\n  return g(n);\n}\n'],
    ['a comma after an assignment', 'int f(int n) {\n  g(n);\n  return (a = b, c = d, true);\n}\n'],
  ])('says nothing about %s, which loses nothing', async (_what, text) => {
    const files = { 'a.cc': `int g(int n) { return n; }\n${text}` };
    const [facts] = await factsOf(files);
    expect(facts?.problem).toBeUndefined();
    expect((await graphOf(files)).edges).toContain('f|FUNCTION CALLS g|FUNCTION');
  });

  it.each([
    ['a call in it', 'void f(B* b) {\n  (arg.b->*(arg.run(b)))(b);\n  x = = g(1) 2;\n}\n'],
    ['the end of a body', 'void f() {\n  g();\nvoid h() {}\n'],
    ['a member', 'class A {\n  void (B::*method)(int);\n  void x(;\n};\n'],
  ])('says that %s is lost', async (_what, text) => {
    const [facts] = await factsOf({ 'a.cc': text });
    expect(facts?.problem).toMatch(/^The parser cannot read line \d+; the rest is read\.$/);
  });
});
