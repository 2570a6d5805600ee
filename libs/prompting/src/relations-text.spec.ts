import { someEvidence } from '@quarry/engine/testing';
import * as fc from 'fast-check';
import { countTokens, type GraphEdgeRef, type Neighborhood } from '@quarry/turn';
import { relationsText } from './relations-text';

const key = (name: string): string => `python:${name}|FUNCTION`;
const edge = (from: string, to: string, more: Partial<GraphEdgeRef> = {}): GraphEdgeRef => ({
  ...{ from: key(from), to: key(to), kind: 'CALLS' },
  ...more,
});
const graphOf = (edges: readonly GraphEdgeRef[], named: readonly string[] = []): Neighborhood => ({
  ...{ entries: [], nodes: [], edges },
  named: named.map(key),
});
const evidence = [
  someEvidence(1, { nodeKey: key('shop.total'), relevance: 0.4 }),
  someEvidence(2, { nodeKey: key('shop.tax'), relevance: 0.9 }),
];

describe('relations as prompts see them', () => {
  it('are grouped by node, kind and file, with the line of each reference', () => {
    const edges = [
      edge('shop.total', 'shop.tax', { line: 7, path: 'shop.py' }),
      edge('web.show', 'shop.tax', { line: 9, path: 'web.py' }),
      edge('web.print', 'shop.tax', { line: 4, path: 'web.py' }),
      edge('shop.tax', 'shop.rate', { line: 2, path: 'shop.py', kind: 'USES' }),
    ];
    expect(relationsText(graphOf(edges), evidence, 500).text.split('\n')).toEqual([
      'Relations, with path:line of the reference; without a path, in the file of the name above:',
      'python:shop.tax|FUNCTION in src/2.ts',
      '  called by: shop.py: total:7; web.py: show:9, print:4',
      '  uses: shop.py: rate:2',
    ]);
  });

  it('have no path in the file of their node, and none at all where their line is evidence', () => {
    const edges = [
      edge('web.show', 'shop.tax', { line: 9, path: 'web.py' }),
      edge('shop.total', 'shop.tax', { line: 7, path: 'src/2.ts' }),
      edge('web.print', 'shop.tax', { line: 4, path: 'web.py' }),
    ];
    const line = someEvidence(3, {
      path: 'web.py',
      startLine: 4,
      endLine: 4,
      kind: 'chunk',
      foundBy: 'graph',
    });
    expect(
      relationsText(graphOf(edges), [...evidence, line], 500)
        .text.split('\n')
        .slice(1),
    ).toEqual(['python:shop.tax|FUNCTION in src/2.ts', '  called by: total:7; web.py: show:9']);
  });

  it('say which ones are inferred, after those that are stated', () => {
    const edges = [
      edge('web.show', 'shop.tax', { line: 9, path: 'web.py', confidence: 0.6 }),
      edge('web.print', 'shop.tax', { line: 14, path: 'web.py' }),
    ];
    expect(relationsText(graphOf(edges), evidence, 500).text.split('\n').slice(2)).toEqual([
      '  called by: web.py: print:14',
      '  probably called by: web.py: show:9',
    ]);
  });

  it('are those of nodes that the question names first, and whole, whatever the evidence is', () => {
    const callers = Array.from({ length: 60 }, (_, at) => edge(`z.caller${at}`, 'z.asked', { line: at + 1 }));
    const others = Array.from({ length: 60 }, (_, at) => edge('shop.tax', `a.other${at}`));
    const { text } = relationsText(graphOf([...others, ...callers], ['z.asked']), evidence, 540);
    expect(text.split('\n')[1]).toBe('python:z.asked|FUNCTION');
    for (let at = 0; at < 60; at++) expect(text).toContain(`caller${at}:${at + 1}`);
    expect(text).toMatch(/calls: other0, .* \(\+\d+ more\)\nRelations not shown: \d+ calls\. /);
  });

  it('are counted whole, also where the neighbourhood has only some of them', () => {
    const graph = {
      ...graphOf([edge('a.One', 'shop.tax', { kind: 'INHERITS', line: 3, path: 'a.py' })]),
      totals: { [key('shop.tax')]: { 'in INHERITS': 8, 'in CALLS?': 2, 'out USES': 0 } },
    };
    const { text, left } = relationsText(graph, evidence, 500);
    expect(text).toContain('  extended by: a.py: One:3 (+7 more)\n');
    expect(text).toContain('Relations not shown: 2 calls, 7 extensions of types. ');
    expect(left).toEqual(
      new Map([
        ['INHERITS', 7],
        ['CALLS', 2],
      ]),
    );
  });

  it('of tests come last, take a small share and are counted', () => {
    const tests = Array.from({ length: 80 }, (_, at) =>
      edge(`tests.a.test${at}`, 'shop.tax', { line: at + 1, path: 'tests/a_test.py' }),
    );
    const own = edge('web.show', 'shop.tax', { line: 9, path: 'web.py' });
    const { text } = relationsText(graphOf([...tests, own], ['shop.tax']), evidence, 1_000);
    expect(text).toMatch(
      / {2}called by: web\.py: show:9; tests\/a_test\.py: test0:1, .* \(\+(\d+) more, \1 in tests\)/,
    );
    expect(text.match(/test\d+:/g)?.length).toBeLessThan(30);
    const testing = someEvidence(3, { nodeKey: key('tests.a.help') });
    const among = tests.map(({ from }) =>
      edge('x', 'y', { from, to: key('tests.a.help'), path: 'tests/a_test.py' }),
    );
    const nodes = [
      { key: key('tests.a.help'), kind: 'FUNCTION', name: 'help', path: 'tests/a.py', depth: 0 },
    ];
    const inTests = { ...graphOf(among, ['tests.a.help']), nodes };
    expect(relationsText(inTests, [testing], 3_000).text).not.toContain('more');
  });

  it('tell an overload from a recursion, and a property from a method', () => {
    const one = 'csharp:Log.Write(int)|METHOD';
    const other = 'csharp:Log.Write(string)|METHOD';
    const size = 'csharp:Log.Size|FIELD';
    const edges = [
      { from: one, to: other, kind: 'CALLS', line: 3 },
      { from: one, to: one, kind: 'CALLS', line: 4 },
      { from: one, to: size, kind: 'USES', line: 5 },
    ];
    const items = [someEvidence(1, { nodeKey: one }), someEvidence(2, { nodeKey: size, relevance: 0.1 })];
    const { text } = relationsText({ entries: [], nodes: [], edges, named: [size] }, items, 500);
    expect(text).toContain('Log.Write(string):3');
    expect(text).toContain('itself:4');
    expect(text).toContain(
      '\ncsharp:Log.Size (field or property) in src/2.ts\n  used by: src/1.ts: Log.Write:5',
    );
  });

  it('are those between pieces of evidence before those that lead away', () => {
    const away = Array.from({ length: 40 }, (_, at) => edge('shop.tax', `a.away${at}`));
    const { text } = relationsText(graphOf([...away, edge('shop.total', 'shop.tax')]), evidence, 120);
    expect(text).toContain('called by: src/1.ts: total');
    expect(text).toContain('more)');
  });

  it('leave out what the evidence says itself: in which file a thing is defined', () => {
    const defines = { from: 'file:shop.py|FILE', to: key('shop.tax'), kind: 'DEFINES' };
    expect(relationsText(graphOf([defines]), evidence, 500)).toEqual({
      text: '',
      shown: [],
      left: new Map(),
    });
  });

  it('leave out what a key says: the type of a method', () => {
    const member = someEvidence(1, { nodeKey: 'go:kafka.Reader.run|METHOD' });
    const defines = (from: string): GraphEdgeRef => ({
      from,
      to: member.nodeKey ?? '',
      kind: 'DEFINES',
      line: 7,
    });
    expect(relationsText(graphOf([defines('go:kafka.Reader|TYPE')]), [member], 500).text).toBe('');
    const type = someEvidence(2, { nodeKey: 'go:kafka.Reader|TYPE' });
    expect(relationsText(graphOf([defines('go:kafka.Reader|TYPE')]), [type], 500).text).toContain(
      'defines: run:7',
    );
    expect(relationsText(graphOf([defines('go:kafka.Read|TYPE')]), [member], 500).text).toContain(
      'defined in: ?: Read:7',
    );
  });

  it('have overloads that are called in one line once, and none of them again in a later pass', () => {
    const overload = (types: string): GraphEdgeRef => ({
      ...edge('shop.total', 'x', { line: 7, path: 'shop.cs' }),
      to: `csharp:Policy.Timeout(${types})|METHOD`,
    });
    const graph = graphOf([overload('int'), overload('int,string'), overload('')]);
    const { text, shown } = relationsText(graph, evidence, 500);
    expect(text.match(/Timeout:7/g)).toHaveLength(1);
    expect(shown).toHaveLength(3);
    expect(relationsText(graph, evidence, 500, shown).text).toBe('');
  });

  it('of what no one named take little room, however much there is', () => {
    const away = Array.from({ length: 400 }, (_, at) => edge('shop.tax', `a.away${at}`, { line: at + 1 }));
    const { text, left } = relationsText(graphOf(away), evidence, 3_000);
    expect(countTokens(text)).toBeLessThan(700);
    expect(left.get('CALLS')).toBeGreaterThan(200);
    expect(countTokens(relationsText(graphOf(away, ['shop.tax']), evidence, 3_000).text)).toBeGreaterThan(
      2_000,
    );
  });

  it('are within their limit, each once, and what is left out is counted', () => {
    const anyName = fc.constantFrom('shop.tax', 'shop.total', 'a.b', 'c.d', 'e.f', 'g.h');
    const anyEdge = fc.record({
      from: anyName.map(key),
      to: anyName.map(key),
      kind: fc.constantFrom('CALLS', 'USES', 'INHERITS'),
    });
    const anyEdges = fc.uniqueArray(anyEdge, { maxLength: 40, selector: (one) => JSON.stringify(one) });
    fc.assert(
      fc.property(anyEdges, fc.integer({ min: 60, max: 400 }), fc.boolean(), (edges, limit, named) => {
        const graph = graphOf(edges, named ? ['e.f'] : []);
        const heads = new Set([...evidence.map(({ nodeKey }) => nodeKey), ...(named ? [key('e.f')] : [])]);
        const { text, shown, left } = relationsText(graph, evidence, limit);
        const rest = [...left.values()].reduce((sum, count) => sum + count, 0);
        expect(shown.length + rest).toBe(
          edges.filter(({ from, to }) => heads.has(from) || heads.has(to)).length,
        );
        const names = text
          .split('\n')
          .filter((line) => line.startsWith('  '))
          .flatMap((line) => line.replace(/^ {2}[^:]+: | \(\+\d+ more\)$/g, '').split(/, |; /));
        expect(names).toHaveLength(shown.length);
        expect(rest > 0).toBe(text.includes('not shown'));
      }),
    );
  });
});
