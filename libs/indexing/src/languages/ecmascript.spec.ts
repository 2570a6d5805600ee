import { factsOf, graphOf } from '../link/testing/graph-of';

const TYPESCRIPT = {
  'packages/core/package.json': `{ "name": "@shop/core" }
`,
  'packages/core/src/index.ts': `export * from './money';
export { Repository as Store } from './repository';
`,
  'packages/core/src/money.ts': `/** An amount in cents. */
export class Money {
  constructor(readonly cents: number) {}

  plus(other: Money): Money {
    return new Money(this.cents + other.cents);
  }

  static zero(): Money {
    return new Money(0);
  }
}

export const VAT = 0.19;
`,
  'packages/core/src/repository.ts': `import type { Money } from './money';

export interface Named {
  readonly name: string;
}

export abstract class Repository<T extends Named> {
  protected items: T[] = [];

  find(name: string): T | undefined;
  find(name: string, strict: boolean): T;
  find(name: string, strict = false): T | undefined {
    return this.items.find((item) => item.name === name || strict);
  }

  abstract total(): Money;
}
`,
  'packages/shop/invoices.ts': `import { Money, Store, VAT } from '@shop/core';
import type { Named } from '../core/src/repository.js';
import log, * as logging from './log';

class Line implements Named {
  constructor(public readonly name: string, readonly price: Money) {}

  total(): Money {
    return this.price;
  }
}

@logging.traced
export class Invoices extends Store<Line> {
  private readonly taxes = new Map<string, Money>();

  // Sums up every line.
  total(): Money {
    let sum = Money.zero();
    for (const line of this.items) sum = sum.plus(line.total());
    log('total', VAT);
    this.taxes.get('x');
    return sum;
  }
}

export const print = async (invoices: Invoices, write: (text: string) => void) => {
  const line = invoices.find('first', true);
  write(format(invoices.total()));
  line.total();
  function format(amount: Money): string {
    return amount.plus(Money.zero()).toString();
  }
};
`,
  'packages/shop/log.ts': `export default function write(text: string, value?: number): void {
  console.log(text, value);
}
export function traced(target: object): void {
  write(String(target));
}
`,
};

describe('TypeScript: classes, overloads, re-exports, workspace packages', () => {
  it('defines', async () => {
    const { nodes } = await graphOf(TYPESCRIPT);
    expect(nodes).toEqual([
      'packages/core/src/money.Money|TYPE 1-12',
      'packages/core/src/money.Money.cents|FIELD 3-3',
      'packages/core/src/money.Money.constructor|METHOD 3-3',
      'packages/core/src/money.Money.plus|METHOD 5-7',
      'packages/core/src/money.Money.zero|METHOD 9-11',
      'packages/core/src/money.VAT|FIELD 14-14',
      'packages/core/src/repository.Named|TYPE 3-5',
      'packages/core/src/repository.Named.name|FIELD 4-4',
      'packages/core/src/repository.Repository|TYPE 7-17',
      'packages/core/src/repository.Repository.items|FIELD 8-8',
      'packages/core/src/repository.Repository.find(string)|METHOD 10-10',
      'packages/core/src/repository.Repository.find(string,boolean)|METHOD 11-11',
      'packages/core/src/repository.Repository.find(string,_)|METHOD 12-14',
      'packages/core/src/repository.Repository.total|METHOD 16-16',
      'packages/shop/invoices.Line|TYPE 5-11',
      'packages/shop/invoices.Line.name|FIELD 6-6',
      'packages/shop/invoices.Line.price|FIELD 6-6',
      'packages/shop/invoices.Line.constructor|METHOD 6-6',
      'packages/shop/invoices.Line.total|METHOD 8-10',
      'packages/shop/invoices.Invoices|TYPE 13-25',
      'packages/shop/invoices.Invoices.taxes|FIELD 15-15',
      'packages/shop/invoices.Invoices.total|METHOD 17-24',
      'packages/shop/invoices.print|FUNCTION 27-34',
      'packages/shop/invoices.print.format|FUNCTION 31-33',
      'packages/shop/log.write|FUNCTION 1-3',
      'packages/shop/log.traced|FUNCTION 4-6',
    ]);
  });

  it('connects', async () => {
    const { edges } = await graphOf(TYPESCRIPT);
    expect(edges).toEqual([
      'packages/core/src/index.ts|FILE IMPORTS packages/core/src/money.ts|FILE',
      'packages/core/src/index.ts|FILE IMPORTS packages/core/src/repository.ts|FILE',
      'packages/core/src/money.Money.plus|METHOD CALLS packages/core/src/money.Money.constructor|METHOD',
      'packages/core/src/money.Money.zero|METHOD CALLS packages/core/src/money.Money.constructor|METHOD',
      'packages/core/src/repository.ts|FILE IMPORTS packages/core/src/money.ts|FILE',
      'packages/core/src/repository.Repository|TYPE USES packages/core/src/repository.Named|TYPE',
      'packages/core/src/repository.Repository.total|METHOD USES packages/core/src/money.Money|TYPE',
      'packages/shop/invoices.ts|FILE IMPORTS packages/core/src/index.ts|FILE',
      'packages/shop/invoices.ts|FILE IMPORTS packages/core/src/repository.ts|FILE',
      'packages/shop/invoices.ts|FILE IMPORTS packages/shop/log.ts|FILE',
      'packages/shop/invoices.Line|TYPE IMPLEMENTS packages/core/src/repository.Named|TYPE',
      'packages/shop/invoices.Line.constructor|METHOD USES packages/core/src/money.Money|TYPE',
      'packages/shop/invoices.Line.total|METHOD USES packages/core/src/money.Money|TYPE',
      'packages/shop/invoices.Invoices|TYPE USES packages/shop/log.traced|FUNCTION',
      'packages/shop/invoices.Invoices|TYPE INHERITS packages/core/src/repository.Repository|TYPE',
      'packages/shop/invoices.Invoices|TYPE USES packages/shop/invoices.Line|TYPE',
      'packages/shop/invoices.Invoices.taxes|FIELD USES packages/core/src/money.Money|TYPE',
      'packages/shop/invoices.Invoices.total|METHOD USES packages/core/src/money.Money|TYPE',
      'packages/shop/invoices.Invoices.total|METHOD CALLS packages/core/src/money.Money.zero|METHOD',
      'packages/shop/invoices.Invoices.total|METHOD CALLS packages/core/src/money.Money.plus|METHOD',
      'packages/shop/invoices.Invoices.total|METHOD USES packages/core/src/money.VAT|FIELD',
      'packages/shop/invoices.Invoices.total|METHOD CALLS packages/shop/log.write|FUNCTION',
      'packages/shop/invoices.print|FUNCTION USES packages/shop/invoices.Invoices|TYPE',
      'packages/shop/invoices.print|FUNCTION CALLS packages/core/src/repository.Repository.find(string,_)|METHOD',
      'packages/shop/invoices.print|FUNCTION CALLS packages/core/src/repository.Repository.find(string,boolean)|METHOD',
      'packages/shop/invoices.print|FUNCTION CALLS packages/shop/invoices.Invoices.total|METHOD',
      'packages/shop/invoices.print|FUNCTION CALLS packages/shop/invoices.print.format|FUNCTION',
      'packages/shop/invoices.print.format|FUNCTION USES packages/core/src/money.Money|TYPE',
      'packages/shop/invoices.print.format|FUNCTION CALLS packages/core/src/money.Money.plus|METHOD',
      'packages/shop/invoices.print.format|FUNCTION CALLS packages/core/src/money.Money.zero|METHOD',
      'packages/shop/log.traced|FUNCTION CALLS packages/shop/log.write|FUNCTION',
    ]);
  });
});

const JAVASCRIPT = {
  'lib/shapes.js': `const { area: areaOf } = require('./math');
const math = require('./math');

class Shape {
  #sides = 0;
  size() {
    return areaOf(this);
  }
  get sides() {
    return this.#sides;
  }
  set sides(value) {
    this.#sides = value;
  }
}

class Square extends Shape {
  size() {
    return super.size() + math.double(2);
  }
}

function Legacy() {}
Legacy.prototype.run = function (times) {
  return times;
};

const make = () => new Square();
module.exports = { Square, build: make };
`,
  'lib/math.js': `exports.area = function (shape) {
  return helper(shape);
};
exports.double = (n) => n * 2;
// Not exported.
function helper(shape) {
  return shape.size();
}
`,
  'main.mjs': `import shapes, { build } from './lib/shapes.js';

const size = build().size();
shapes.Square;
`,
};

describe('TypeScript: type-only re-exports', () => {
  it.each(['ts', 'tsx'])('are read and followed (.%s)', async (extension) => {
    const files = {
      [`shapes.${extension}`]: 'export interface Shape {\n  area: number;\n}\n',
      [`index.${extension}`]: "export type * from './shapes';\nexport type * as Named from './shapes';\n",
      [`use.${extension}`]:
        "import type { Named, Shape } from './index';\nexport type Pair = [one: Shape, other?: Named.Shape];\n",
    };
    const facts = await factsOf(files);
    expect(facts.flatMap(({ problem }) => problem ?? [])).toEqual([]);
    expect(facts.flatMap(({ imports }) => imports).filter(({ reexport }) => reexport)).toMatchObject([
      { module: './shapes', line: 1 },
      { module: './shapes', line: 2, alias: 'Named' },
    ]);
    const { edges } = await graphOf(files);
    expect(edges).toEqual([
      `index.${extension}|FILE IMPORTS shapes.${extension}|FILE`,
      `use.${extension}|FILE IMPORTS index.${extension}|FILE`,
      'use.Pair|TYPE USES shapes.Shape|TYPE',
    ]);
  });
});

describe('JavaScript: CommonJS, prototypes, accessors', () => {
  it('defines', async () => {
    const { nodes } = await graphOf(JAVASCRIPT);
    expect(nodes).toEqual([
      'lib/shapes.Shape|TYPE 4-15',
      'lib/shapes.Shape.#sides|FIELD 5-5',
      'lib/shapes.Shape.size|METHOD 6-8',
      'lib/shapes.Shape.sides()|METHOD 9-11',
      'lib/shapes.Shape.sides|METHOD 12-14',
      'lib/shapes.Square|TYPE 17-21',
      'lib/shapes.Square.size|METHOD 18-20',
      'lib/shapes.Legacy|FUNCTION 23-23',
      'lib/shapes.Legacy.run|METHOD 24-26',
      'lib/shapes.make|FUNCTION 28-28',
      'lib/math.area|FUNCTION 1-3',
      'lib/math.double|FUNCTION 4-4',
      'lib/math.helper|FUNCTION 5-8',
      'main.size|FIELD 3-3',
    ]);
  });

  it('connects', async () => {
    const { edges } = await graphOf(JAVASCRIPT);
    expect(edges).toEqual([
      'lib/shapes.js|FILE IMPORTS lib/math.js|FILE',
      'lib/shapes.Shape.size|METHOD CALLS lib/math.area|FUNCTION',
      'lib/shapes.Square|TYPE INHERITS lib/shapes.Shape|TYPE',
      'lib/shapes.Square.size|METHOD CALLS lib/math.double|FUNCTION',
      'lib/shapes.Square.size|METHOD CALLS lib/shapes.Shape.size|METHOD',
      'lib/shapes.make|FUNCTION USES lib/shapes.Square|TYPE',
      'lib/math.area|FUNCTION CALLS lib/math.helper|FUNCTION',
      'lib/math.helper|FUNCTION CALLS lib/shapes.Shape.size|METHOD',
      'lib/math.helper|FUNCTION CALLS lib/shapes.Square.size|METHOD',
      'main.mjs|FILE IMPORTS lib/shapes.js|FILE',
      'main.size|FIELD CALLS lib/shapes.Square.size|METHOD',
      'main.size|FIELD CALLS lib/shapes.make|FUNCTION',
      'main.mjs|FILE USES lib/shapes.Square|TYPE',
    ]);
  });
});

describe('JavaScript: classes as values', () => {
  it('are types with their bases, exported as in undici', async () => {
    const { edges } = await graphOf({
      'lib/decorator-handler.js': 'module.exports = class DecoratorHandler {\n  onConnect (...args) {}\n}\n',
      'lib/dump.js': `const DecoratorHandler = require('./decorator-handler')

const Quiet = class extends DecoratorHandler {}
exports.Loud = class extends Quiet {
  onConnect (...args) { return super.onConnect(...args) }
}
class DumpHandler extends DecoratorHandler {}
`,
    });
    expect(edges).toEqual(
      expect.arrayContaining([
        'lib/dump.DumpHandler|TYPE INHERITS lib/decorator-handler.DecoratorHandler|TYPE',
        'lib/dump.Quiet|TYPE INHERITS lib/decorator-handler.DecoratorHandler|TYPE',
        'lib/dump.Loud|TYPE INHERITS lib/dump.Quiet|TYPE',
        'lib/dump.Loud.onConnect|METHOD CALLS lib/decorator-handler.DecoratorHandler.onConnect|METHOD',
      ]),
    );
  });
});

describe('JavaScript: functions in objects', () => {
  const FILES = {
    'lib/response.js': `const encode = require('encode');
const check = require('./check');

const proto = module.exports = {
  get body() {
    return this._body;
  },
  /** Sends it. */
  send(text) {
    check(text);
    return { toJSON() { return text; } };
  },
  encode: function (text) {
    return encode(text);
  },
  onEnd: () => check(''),
};
`,
    'lib/request.js': `module.exports = {
  check(text) {
    return check(text);
  },
};
`,
    'lib/app.js': `var accepts = require('accepts');
var check = require('./check');
var app = exports = module.exports = {};

app.accepts = function accepts_(type) {
  return accepts(type);
};
app.check = function (type) {
  function inner() {}
  inner.late = function () {};
  return check(type);
};
`,
    'lib/check.js': `module.exports = function check(text) {
  const local = { deep() {} };
  return text && local;
};
`,
  };

  it('are methods in what a module exports, and where they are assigned to a member', async () => {
    const { nodes } = await graphOf(FILES);
    expect(nodes.filter((node) => !node.includes('|FIELD'))).toEqual([
      'lib/response.proto.body|METHOD 5-7',
      'lib/response.proto.send|METHOD 8-12',
      'lib/response.proto.encode|METHOD 13-15',
      'lib/response.proto.onEnd|METHOD 16-16',
      'lib/request.check|METHOD 2-4',
      'lib/app.app.accepts|METHOD 5-7',
      'lib/app.app.check|METHOD 8-12',
      'lib/app.app.check.inner|FUNCTION 9-9',
      'lib/check.check|FUNCTION 1-4',
    ]);
  });

  it('are no names of the file: a bare name is what was imported', async () => {
    const { edges } = await graphOf(FILES);
    expect(edges.filter((edge) => edge.includes(' CALLS '))).toEqual([
      'lib/response.proto.send|METHOD CALLS lib/check.check|FUNCTION',
      'lib/response.proto.onEnd|METHOD CALLS lib/check.check|FUNCTION',
      'lib/app.app.check|METHOD CALLS lib/check.check|FUNCTION',
    ]);
  });
});

describe('JavaScript: documentation behind which a line is blank, as in koa', () => {
  it('belongs to the definition; the first comment of a file and other comments do not', async () => {
    const { nodes } = await graphOf({
      'lib/a.js': `/** The file. */

function first() {}

/**
 * Sends it.
 */

function send() {}

// A section.

function last() {}

/** Of nothing. */


function far() {}
`,
      'lib/b.js': `module.exports = {

  /** Of the first. */

  first() {},

  /** Of the second. */

  get second() { return 2; },
};
`,
    });
    expect(nodes).toEqual([
      'lib/a.first|FUNCTION 3-3',
      'lib/a.send|FUNCTION 5-9',
      'lib/a.last|FUNCTION 13-13',
      'lib/a.far|FUNCTION 18-18',
      'lib/b.first|METHOD 3-5',
      'lib/b.second|METHOD 7-9',
    ]);
  });
});
