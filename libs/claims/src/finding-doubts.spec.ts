import { aTurn } from '@quarry/engine/testing';
import type { Finding } from '@quarry/turn';
import { contradictionsAmong, doubtsByNumber } from './finding-doubts';

const finding = (n: number, value: number, more: Partial<Finding> = {}): Finding => ({
  ...{ id: `finding-${n}`, n, pass: 1, item: 'q', label: 'Total', value, path: 'flights.pdf' },
  ...{ section: 's', sectionTitle: 'S', check: { stands: 'on_page', verdict: 'supported', why: '' } },
  ...more,
});

describe('findings that disagree', () => {
  const delayed = finding(1, 12, { page: 3, quote: 'Total | 12' });

  it('are no two rows of one page with the same label, which are of different blocks', () => {
    const cancelled = finding(2, 7, { page: 3, quote: 'Total | 7' });
    expect(contradictionsAmong([delayed, cancelled])).toEqual([]);
    expect(doubtsByNumber(aTurn({ findings: [delayed, cancelled] })).size).toBe(0);
  });

  it('are rows of different pages, and sentences', () => {
    expect(contradictionsAmong([delayed, finding(2, 7, { page: 4, quote: 'Total | 7' })])).toHaveLength(1);
    expect(contradictionsAmong([delayed, finding(2, 7, { page: 3, quote: 'In total, 7.' })])).toHaveLength(1);
  });
});

describe('a value that OCR read', () => {
  const doubts = (ocr: number): ReadonlyMap<number, { readonly why: string }> =>
    doubtsByNumber(aTurn({ findings: [finding(1, 471, { place: { page: 1, box: null, ocr } })] }));

  it('is unchecked below a confidence of 0.9', () => {
    expect(doubts(0.82).get(1)).toEqual({
      status: 'unchecked',
      why: '[1] read by OCR, confidence 0.82: compare it with the page',
    });
    expect(doubts(0.93).size).toBe(0);
  });
});
