import * as fc from 'fast-check';
import { NAUGHTY } from '../testing/naughty-strings';
import { REF, file, paths } from './fixtures';
import type { Check } from './suite';

/** Any text can be written and searched for. */
export function anyTextConformance(check: Check): void {
  check('finds nothing for a query that shares no term, and for an empty query', async ({ index, bm25 }) => {
    await index.write(REF, { files: [file('a.ts', ['walrus'])] });
    for (const text of ['', ' \n', '?!', '"*" AND ()', '\u0000', 'xylophone', '\ud800'])
      expect(await bm25(text)).toEqual([]);
    expect(await index.search(REF, [])).toEqual([]);
    expect(await bm25('walrus', undefined, 0)).toEqual([]);
    expect(await bm25('walrus', undefined, -3)).toEqual([]);
  });

  check('treats query syntax as plain words', async ({ index, bm25 }) => {
    await index.write(REF, { files: [file('a.ts', ['walrus near text'])] });
    for (const text of [
      'walrus"',
      '"walrus',
      "walrus' OR 1=1 --",
      'walrus*',
      '-walrus',
      '+walrus ^path:walrus',
      'text : walrus',
      'NEAR(walrus',
      'walrus AND NOT NEAR',
      '{name path}: walrus',
      '(((walrus',
      'walrus\u0000',
      '\\walrus\\',
    ])
      expect([text, paths(await bm25(text))]).toEqual([text, ['a.ts']]);
  });

  check('stores and finds naughty strings', async ({ index }) => {
    const naughty = [
      ...new Set([...NAUGHTY, ...fc.sample(fc.string({ unit: 'binary', maxLength: 40 }), 200)]),
    ];
    await index.write(REF, { files: naughty.map((text, i) => file(`f${i}.txt`, [text])) });
    const lists = await index.search(
      REF,
      naughty.map((text) => ({ kind: 'bm25' as const, text, k: naughty.length })),
    );
    const pending = await index.pendingVectors(REF, naughty.length);
    expect(new Set(pending.map((one) => one.text))).toEqual(new Set(naughty));
    // A text with a letter or a digit finds itself.
    naughty.forEach((text, i) => {
      if (/[a-z0-9]/i.test(text)) expect(lists[i]?.map((hit) => hit.chunk.text)).toContain(text);
    });
  });

  check('accepts a query of a megabyte', async ({ index, bm25 }) => {
    await index.write(REF, { files: [file('a.ts', ['walrus'])] });
    const long = `walrus ${'lorem ipsum dolor '.repeat(30_000)} ${'x'.repeat(500_000)}`;
    expect(paths(await bm25(long))).toEqual(['a.ts']);
  });
}
