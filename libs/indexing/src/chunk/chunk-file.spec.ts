import fc from 'fast-check';
import { countTokens } from '@quarry/turn';
import type { GraphNode } from '@quarry/graph-store';
import { chunkFile, embeddedText } from './chunk-file';

type Range = readonly [start: number, end: number];

function nodes(ranges: readonly Range[]): GraphNode[] {
  return [
    {
      key: 'file:a.ts|FILE',
      kind: 'FILE',
      name: 'a.ts',
      qualifiedName: 'a.ts',
      language: 'typescript',
      path: 'a.ts',
      startLine: 1,
      endLine: 1_000,
    },
    ...ranges.map(([startLine, endLine], i) => ({
      key: `typescript:f${i}|FUNCTION`,
      kind: 'FUNCTION' as const,
      name: `f${i}`,
      qualifiedName: `a.f${i}`,
      language: 'typescript',
      path: 'a.ts',
      startLine,
      endLine,
    })),
  ];
}

function chunk(text: string, ranges: readonly Range[] | null = null) {
  return chunkFile({
    path: 'a.ts',
    text,
    language: 'typescript',
    facts: ranges ? { nodes: nodes(ranges) } : null,
    commit: 'c0ffee',
  });
}

const rows = (n: number, words = 6): string[] =>
  Array.from({ length: n }, (_, i) => `line ${i + 1} ${'word '.repeat(words)}`.trimEnd());

describe('chunkFile', () => {
  it.each(['LINE', 'ROUTE', 'REQUEST', 'PACKAGE', 'CONFIG_KEY', 'FIELD'] as const)(
    'does not cut the text at a node of kind %s',
    (kind) => {
      const text = ['import { pay } from "shop";', '', 'function f0() {', '  return pay()', '}'].join('\n');
      const [file, ...others] = nodes([[3, 5]]);
      const line = { ...others[0], key: `a.ts:1|${kind}`, kind, startLine: 1, endLine: 1 } as GraphNode;
      const source = { path: 'a.ts', text, language: 'typescript', commit: 'c0ffee' };
      const cutWith = (all: readonly (GraphNode | undefined)[]) =>
        chunkFile({ ...source, facts: { nodes: all.flatMap((node) => node ?? []) } });
      expect(cutWith([file, line, ...others])).toEqual(cutWith([file, ...others]));
    },
  );

  it('makes each definition one chunk, and cuts the text between them into windows', () => {
    const words = 'word '.repeat(30);
    const text = [words, '', '/** doc */', 'function f0() {', '  return 1', '}', '', words, ''].join('\n');
    const chunks = chunk(text, [[3, 6]]);
    expect(chunks.map(({ id, kind, symbol }) => [id, kind, symbol])).toEqual([
      ['a.ts#L1-L2', 'window', undefined],
      ['a.ts#L3-L6', 'definition', 'a.f0'],
      ['a.ts#L7-L8', 'window', undefined],
    ]);
    expect(chunks[1]).toMatchObject({
      text: '/** doc */\nfunction f0() {\n  return 1\n}',
      nodeKey: 'typescript:f0|FUNCTION',
      commit: 'c0ffee',
      language: 'typescript',
    });
  });

  it('joins short text to an adjacent definition, so that it is not found alone', () => {
    const text = [
      '-- about f0',
      'function f0() {',
      '  return 1',
      '}',
      'GO',
      'function f1() {',
      '}',
      'GO',
    ].join('\n');
    const chunks = chunk(text, [
      [2, 4],
      [6, 7],
    ]);
    expect(chunks.map(({ startLine, endLine, symbol }) => [startLine, endLine, symbol])).toEqual([
      [1, 5, 'a.f0'],
      [6, 8, 'a.f1'],
    ]);
  });

  it('cuts a large definition at its inner definitions; the rest keeps the outer symbol', () => {
    const text = rows(100).join('\n');
    const chunks = chunk(text, [
      [1, 100],
      [10, 30],
      [40, 60],
    ]);
    expect(chunks.map(({ startLine, endLine, symbol }) => [startLine, endLine, symbol])).toEqual([
      [1, 9, 'a.f0'],
      [10, 30, 'a.f1'],
      [31, 39, 'a.f0'],
      [40, 60, 'a.f2'],
      [61, 100, 'a.f0'],
    ]);
  });

  it('cuts a large definition without inner ones by lines, with overlap and the same symbol', () => {
    const chunks = chunk(rows(200).join('\n'), [[1, 200]]);
    expect(chunks.length).toBeGreaterThan(3);
    for (const [i, { symbol, startLine, text }] of chunks.entries()) {
      expect(symbol).toBe('a.f0');
      expect(countTokens(text)).toBeLessThanOrEqual(400);
      if (i > 0) expect(startLine).toBeLessThanOrEqual(chunks[i - 1]?.endLine ?? 0);
    }
  });

  it('cuts other text into windows of 512 tokens that overlap by up to 64', () => {
    const chunks = chunk(rows(500).join('\n'));
    for (const [i, { kind, startLine, text }] of chunks.entries()) {
      expect(kind).toBe('window');
      expect(countTokens(text)).toBeLessThanOrEqual(512);
      const previous = chunks[i - 1];
      if (!previous) continue;
      const shared = text.split('\n').slice(0, previous.endLine - startLine + 1);
      expect(shared.length).toBeGreaterThan(0);
      expect(countTokens(shared.join('\n'))).toBeLessThanOrEqual(64);
    }
  });

  it.each([
    ['minified code', Array.from({ length: 4_000 }, (_, i) => `a${i}=b(c),`).join('')],
    ['one unbroken run', Array.from({ length: 4_000 }, (_, i) => `x${i.toString(16)}`).join('')],
    ['emoji', Array.from({ length: 3_000 }, (_, i) => `🙂${i}`).join('')],
  ])('cuts a huge line into parts that fit: %s', (_name, line) => {
    const chunks = chunk(`first\n${line}\nlast`);
    const parts = chunks.filter(({ startLine, endLine }) => startLine === 2 && endLine === 2);
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(chunks.length);
    // No part of these lines occurs twice: each part must begin at or before the end of the previous one.
    let at = 0;
    for (const { text } of parts) {
      expect(countTokens(text)).toBeLessThanOrEqual(512);
      expect(text).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/);
      const found = line.indexOf(text);
      expect(found).toBeGreaterThanOrEqual(0);
      expect(found).toBeLessThanOrEqual(at);
      at = found + text.length;
    }
    expect(at).toBe(line.length);
  });

  it('returns no chunks for a file without letters and digits', () => {
    expect(chunk('')).toEqual([]);
    expect(chunk('\n\n  {}\n')).toEqual([]);
  });

  it('hashes the embedded text: place, symbol and text', () => {
    const [one] = chunk('function f() {}', [[1, 1]]);
    const [other] = chunk('function f() {}');
    expect(embeddedText(one ?? { path: '', text: '' })).toBe('a.ts a.f0\nfunction f() {}');
    expect(one?.contentHash).not.toBe(other?.contentHash);
    expect(chunk('function f() {}')[0]?.contentHash).toBe(other?.contentHash);
  });

  it('covers every line, and each text is exactly its lines, whatever the definitions', () => {
    const line = fc.oneof(
      { weight: 5, arbitrary: fc.string({ maxLength: 60 }).map((s) => s.replaceAll('\n', ' ')) },
      { weight: 1, arbitrary: fc.constantFrom('', '}', '  ') },
      { weight: 1, arbitrary: fc.nat(300).map((n) => 'word '.repeat(n)) },
    );
    const range = fc.tuple(fc.integer({ min: -2, max: 90 }), fc.integer({ min: -2, max: 90 }));
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 80 }),
        fc.array(range, { maxLength: 12 }),
        (content, ranges) => {
          const text = content.join('\n');
          const all = text.split('\n');
          if (all.at(-1) === '') all.pop();
          const chunks = chunk(text, ranges);
          expect(new Set(chunks.map(({ id }) => id)).size).toBe(chunks.length);
          const covered = new Set<number>();
          for (const { startLine, endLine, text: own, id } of chunks) {
            expect(startLine).toBeLessThanOrEqual(endLine);
            const lines = all.slice(startLine - 1, endLine);
            expect(lines).toHaveLength(endLine - startLine + 1);
            if (startLine === endLine) expect(lines[0]).toContain(own);
            else expect(own).toBe(lines.join('\n'));
            expect(id.startsWith(`a.ts#L${startLine}-L${endLine}`)).toBe(true);
            for (let n = startLine; n <= endLine; n++) covered.add(n);
          }
          expect(covered.size).toBe(/[\p{L}\p{N}]/u.test(text) ? all.length : 0);
        },
      ),
      { numRuns: 150 },
    );
  });
});
