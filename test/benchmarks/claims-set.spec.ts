import { ALTERATIONS } from '../../benchmarks/claims/alterations';
import { edited } from '../../benchmarks/claims/edits';
import { randomFor, type Seed } from '../../benchmarks/claims/labelled';
import { cellSentences, plainTable } from '../../benchmarks/claims/tables';

const seed = (sentence: string, text = sentence): Seed => ({
  ...{ set: 's', document: 'd', sentence },
  evidence: [{ path: 'a.md', text }],
});
const altered = (kind: string, sentence: string, text?: string): string | null =>
  ALTERATIONS[kind]?.(seed(sentence, text), randomFor('seed')) ?? null;

describe('the labelled sentences of benchmarks/claims', () => {
  it.each([
    ['unit', 'It waits 30 seconds.', 'It waits 30 minutes.'],
    ['scale', 'It cost 5 million.', 'It cost 5 billion.'],
    ['sign', 'Sales increased.', 'Sales decreased.'],
    ['quantifier', 'It must stop.', 'It may stop.'],
    ['negation', 'It is open.', 'It is not open.'],
    ['negation', 'It is not open.', 'It is open.'],
    [
      'roles',
      'It calls `loadUsers` before `saveUsers` runs.',
      'It calls `saveUsers` before `loadUsers` runs.',
    ],
  ])('%s: %s', (kind, sentence, expected) => {
    expect(altered(kind, sentence)).toBe(expected);
  });

  it('have one thing altered, never the same text, or nothing at all', () => {
    const sentence = 'In 2019, Ada Penfold sold 4,120 boats of Kent Marine to all shops for 5 million.';
    const text = `${sentence} In 2017 Ruth Abara bought 311 nets.`;
    for (const kind of Object.keys(ALTERATIONS)) {
      const changed = altered(kind, sentence, text);
      if (changed === null) continue;
      expect(changed).not.toBe(sentence);
      const words = (one: string): readonly string[] => one.split(' ');
      const kept = words(sentence).filter((word) => words(changed).includes(word));
      expect(kept.length).toBeGreaterThanOrEqual(words(sentence).length - 4);
    }
    expect(altered('year', 'It waits.')).toBeNull();
  });

  it('are edited without a change of numbers in digits', () => {
    const sentence = 'However, it does not cost approximately 37 million due to taxes.';
    expect(edited(sentence, randomFor('a'))).toMatch(/37 million/);
    expect(edited('Boats float.', randomFor('a'))).toBeNull();
  });

  it('are made of tables with one year above each column, and of no others', () => {
    const table = plainTable('\t2019\t2018\nSales\t$120\t$100\nCosts\t80\t75\nTotal:\t200\t175');
    expect(table?.years).toEqual(['2019', '2018']);
    expect(plainTable('\t2019\t2019\nSales\t1\t2\nCosts\t3\t4')).toBeNull();
    expect(plainTable('Sales\t1\t2')).toBeNull();
    if (!table) throw new Error('no table');
    const made = cellSentences(table, 'million', randomFor('b'));
    expect(new Set(made.map(({ kind }) => kind))).toEqual(
      new Set(['cell', 'column', 'row', 'scale', 'derived right', 'derived']),
    );
    for (const { expected, kind } of made)
      expect(expected).toBe(['cell', 'derived right'].includes(kind) ? 'supported' : 'refuted');
  });

  it('are the same for the same seed', () => {
    const draws = (text: string): readonly number[] => [1, 2, 3].map(randomFor(text));
    expect(draws('a')).toEqual(draws('a'));
    expect(draws('a')).not.toEqual(draws('b'));
  });
});
