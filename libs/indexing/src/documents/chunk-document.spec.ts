import fc from 'fast-check';
import { sectionsOfDocument } from '@quarry/documents';
import { countTokens } from '@quarry/turn';
import { chunkDocument } from './chunk-document';
import type { SourceDocument } from './document';

const SIZE = { tokens: 100, overlap: 20 };
const place = { path: 'corpus.jsonl', line: 3 };
const prose = (n: number): string =>
  Array.from({ length: n }, (_, i) => `Sentence number ${i} says a little about something.`).join(' ');

function chunk(document: Partial<SourceDocument>, size = SIZE) {
  const whole = { id: 'a', text: 'text', sections: [], ...document };
  return chunkDocument(whole, { ...place, sections: sectionsOfDocument({ ...whole, ...place }) }, size);
}

describe('chunkDocument', () => {
  it('makes a short document one chunk with its origin', () => {
    expect(chunk({ title: 'T', text: ' Short. ', url: 'https://example.org/a' })).toEqual([
      {
        id: 'corpus.jsonl#a',
        section: 'corpus.jsonl#a',
        path: 'corpus.jsonl',
        document: 'a',
        offset: 1,
        startLine: 3,
        endLine: 3,
        text: 'Short.',
        title: 'T',
        url: 'https://example.org/a',
        language: 'text',
        kind: 'window',
        contentHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      },
    ]);
  });

  it('cuts by tokens at sentence ends, and repeats the end of the previous chunk', () => {
    const chunks = chunk({ text: prose(60) });
    expect(chunks.map(({ id }) => id).slice(0, 3)).toEqual([
      'corpus.jsonl#a',
      'corpus.jsonl#a~2',
      'corpus.jsonl#a~3',
    ]);
    for (const one of chunks) expect(one.text).toMatch(/\.$/);
    for (const [i, one] of chunks.slice(1).entries()) {
      const before = chunks[i]!;
      const shared = before.offset! + before.text.length - one.offset!;
      expect(shared).toBeGreaterThan(0);
      expect(countTokens(before.text.slice(-shared))).toBeLessThanOrEqual(SIZE.overlap);
    }
  });

  it('prefers the end of a paragraph', () => {
    const [first] = chunk({ text: `${prose(9)}\n\n${prose(9)}` });
    expect(first?.text).toBe(prose(9));
  });

  it('does not cross sections; a heading stays with its section', () => {
    const text = `Lead of the article. ${prose(5)}\n\nHistory\n${prose(2)}\n\nUse\n${prose(3)}`;
    const at = (title: string): { title: string; start: number; end: number } => {
      const start = text.indexOf(`${title}\n`) + title.length + 1;
      const end = text.indexOf('\n\n', start);
      return { title, start, end: end < 0 ? text.length : end };
    };
    const chunks = chunk({ title: 'T', text, sections: [at('History'), at('Use')] });
    expect(chunks.map(({ title, text: said }) => [title, said.split(/[\n.]/)[0]])).toEqual([
      ['T', 'Lead of the article'],
      ['T › History', 'History'],
      ['T › Use', 'Use'],
    ]);
  });

  it('assigns different chunk ids to different documents', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.stringMatching(/^[a%~#2]{1,6}$/), { minLength: 2 }), (ids) => {
        const all = ids.flatMap((id) => chunk({ id, text: prose(12) }).map((one) => one.id));
        expect(new Set(all).size).toBe(all.length);
      }),
      { numRuns: 30 },
    );
  });

  it('respects the token limit, contains every visible character, and records each offset', () => {
    const word = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom(
        '数据库连接池在启动时创建。',
        'x'.repeat(3_000),
        'word. ',
        '\n\n',
        ' '.repeat(400),
        '👩🏽‍💻',
      ),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 120 }), (words) => {
        const text = words.join(' ').replace(/\p{Cs}/gu, '');
        const chunks = chunk({ text });
        let covered = 0;
        for (const { offset = 0, text: said } of chunks) {
          expect(text.slice(offset, offset + said.length)).toBe(said);
          expect(countTokens(said)).toBeLessThanOrEqual(SIZE.tokens);
          expect(text.slice(covered, Math.max(covered, offset)).trim()).toBe('');
          covered = Math.max(covered, offset + said.length);
        }
        expect(text.slice(covered).trim()).toBe('');
      }),
      { numRuns: 60 },
    );
  });

  it('takes linear time for a megabyte without spaces, and for one of spaces', () => {
    for (const text of ['x'.repeat(1_000_000), `a${' '.repeat(1_000_000)}b`])
      expect(chunk({ text }, { tokens: 512, overlap: 64 }).length).toBeGreaterThan(0);
  });
});
