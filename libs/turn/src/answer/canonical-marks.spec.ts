import fc from 'fast-check';
import { canonicalMarks, escapeMarks } from './canonical-marks';
import { citationMarks } from './citations';
import { CITATION_FORMS, KNOWN, MARK_FORMS, TEXT_FORMS, UNKNOWN_FORMS } from '../testing/citation-forms';

const SEED = 20_261_123;
const KNOWN_EVIDENCE: ReadonlySet<number> = new Set(Array.from({ length: KNOWN }, (_, at) => at + 1));

describe('marks in every form', () => {
  it.each(CITATION_FORMS)('%j cites %j, and becomes %j', (written, cites, becomes) => {
    const { text } = canonicalMarks(written, KNOWN_EVIDENCE);
    expect(text).toBe(becomes);
    expect(citationMarks(text)).toEqual(cites);
  });

  it('are many', () => {
    expect(CITATION_FORMS.length).toBeGreaterThanOrEqual(60);
    expect(new Set(CITATION_FORMS.map(([written]) => written)).size).toBe(CITATION_FORMS.length);
  });

  it('each tells what it lost as it stood', () => {
    const told = (text: string) => canonicalMarks(text, KNOWN_EVIDENCE).removedMarks;
    expect(told('So [97-99], 【4:0†source】 and [1, 99].')).toEqual([
      { mark: '[97-99]', replacement: '' },
      { mark: '【4:0†source】', replacement: '' },
      { mark: '[1, 99]', replacement: '[1]' },
    ]);
    for (const [text] of UNKNOWN_FORMS)
      expect({ text, told: told(text).length }).not.toMatchObject({ told: 0 });
    expect(TEXT_FORMS.flatMap(([text]) => told(text))).toEqual([]);
  });
});

describe('canonical marks, whatever the text', () => {
  const FORMS = [...MARK_FORMS, ...UNKNOWN_FORMS, ...TEXT_FORMS].map(([written]) => written);
  const piece = fc.oneof(
    fc.constantFrom(...FORMS),
    fc.constantFrom(
      '[1]',
      '[2, 3]',
      '[99]',
      '【99】',
      '[',
      ']',
      '(',
      ')',
      '`',
      '```\n',
      '\n',
      ' ',
      '[^',
      'a',
      '\\',
      ':',
    ),
    fc.string({ maxLength: 4 }),
  );
  const texts = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

  it('cite known evidence only, and are read the same again', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const once = canonicalMarks(text, KNOWN_EVIDENCE).text;
        expect(citationMarks(once).filter((n) => !KNOWN_EVIDENCE.has(n))).toEqual([]);
        expect(canonicalMarks(once, KNOWN_EVIDENCE)).toEqual({ text: once, removed: [], removedMarks: [] });
      }),
      { numRuns: 3_000, seed: SEED },
    );
  });

  it('stay where they are known', () => {
    const mark = fc.uniqueArray(fc.constantFrom(...KNOWN_EVIDENCE), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom('So it is', 'Über ', '中文', '**b** '), mark)), (all) => {
        const text = all.map(([words, numbers]) => `${words} [${numbers.join(', ')}]. `).join('');
        expect(canonicalMarks(text, KNOWN_EVIDENCE).text).toBe(text);
        expect(citationMarks(text)).toEqual([...new Set(all.flatMap(([, numbers]) => numbers))]);
      }),
      { seed: SEED },
    );
  });

  it('leave code as it is', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const code = text.replaceAll(/[`\n~]/g, ' ');
        const fenced = `Before [99].\n\n\`\`\`\n${code}\n\`\`\`\n\nBehind \`x${code}x\` [1].`;
        const { text: cleaned } = canonicalMarks(fenced, KNOWN_EVIDENCE);
        expect(cleaned).toBe(fenced.replace('Before [99].', 'Before.'));
      }),
      { seed: SEED },
    );
  });
});

describe('marks in a text of somebody else', () => {
  it('are read no more, and the rest stays', () => {
    const escaped = escapeMarks('First [1], then `x[9]`, 【2】 and [3]. End');
    expect(escaped).toBe('First \\[1\\], then `x[9]`, \\【2】 and \\[3\\]. End');
    expect(citationMarks(escaped)).toEqual([]);
    expect(escapeMarks('None.')).toBe('None.');
  });
});
