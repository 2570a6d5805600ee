import { graphOf, factsOf } from '../link/testing/graph-of';

/** TypeScript that the compiler reads and the grammar does not, with the names that are defined in it. */
const UNREADABLE: readonly (readonly [name: string, text: string, defined: readonly string[]])[] = [
  [
    'generic call signatures without semicolons, and comments between them',
    'interface Get {\n  <K extends string>(key: K): K\n  // Another one.\n  <K>(key: K): string\n}\nfunction after() {}',
    ['Get', 'after'],
  ],
  ['variance', 'interface Box<in T, out U = T> { value: U }\nfunction after() {}', ['Box', 'value', 'after']],
  [
    'variance after a comment',
    'class Box<\n  /** @internal */\n  in out T extends string,\n> {\n  get(): T { return null!; }\n}',
    ['Box', 'get'],
  ],
  [
    '`using` as a name',
    'const A = { make(using: string, b: string) { return { ...using, c: using.length }; } };\nfunction after() {}',
    ['A', 'after'],
  ],
  ['`accessor` as a name', 'class A { accessor(a: string): string { return a; } }', ['A', 'accessor']],
  ['`type` as a label', 'function a(...b: readonly [type: string, c: string][]) { return b; }', ['a']],
];

describe('TypeScript that the grammar cannot read', () => {
  it.each(UNREADABLE)('is read: %s', async (_name, text, defined) => {
    const [facts] = await factsOf({ 'a.ts': text });
    expect(facts?.problem).toBeUndefined();
    expect(facts?.nodes.slice(1).map(({ name }) => name)).toEqual(defined);
  });

  it('keeps the text as it is written', async () => {
    const [facts] = await factsOf({ 'a.ts': UNREADABLE[1]![1] });
    expect(facts?.nodes[1]?.text).toBe('interface Box<in T, out U = T> { value: U }');
  });

  it('is reported where it is no TypeScript either', async () => {
    const [facts] = await factsOf({
      'a.ts': 'interface Get {\n  <K>(key: K): K\n  <K>(key: K): K\n}\nfunction ( {',
    });
    expect(facts?.problem).toContain('line 5');
  });
});

describe('names that a path or another definition may hide', () => {
  it('are found in folders with hyphens and brackets', async () => {
    const { edges } = await graphOf({
      'my-app/[id]/page-one.ts': 'export class Page { go() { this.help(); } help() {} }',
    });
    expect(edges).toEqual([
      'my-app/[id]/page-one.Page.go|METHOD CALLS my-app/[id]/page-one.Page.help|METHOD',
    ]);
  });

  it('mean the constant where an interface has the same name', async () => {
    const { edges } = await graphOf({
      'a.ts': [
        'interface Node { kind: string }',
        'interface Factory { create(kind: string): Node }',
        'const Node: Factory = make();',
        'function run() { Node.create("a"); }',
      ].join('\n'),
    });
    expect(edges).toContain('a.run|FUNCTION CALLS a.Factory.create|METHOD');
  });
});
