import type { Finding } from '../evidence/finding';
import { conclusionOf } from './conclusion';
import { provenCells } from './proven-cells';
import { openTurn, type Turn } from '../turn/turn';

const cell: Finding = {
  ...{ id: 'finding-1', n: 1, pass: 1, item: 'q', label: 'Net sales, 2022', value: 34_229 },
  ...{
    path: '3M_2022_10K.pdf',
    page: 48,
    section: 'a#income',
    sectionTitle: 'Consolidated Statement of Income',
  },
  check: { stands: 'on_page', why: '34,229 is on page 48' },
};

/** A turn whose answer, by no model, cites these cells. */
function citing(question: string, ...cells: readonly Finding[]): Turn {
  const opened = openTurn({
    ...{ id: 't1', tenant: 'local', session: 's1', pipeline: 'extraction@1', question, isEnglish: true },
    ...{ askedAt: 0, deadline: 1_000 },
  });
  const findings = cells.map((finding, at) => ({ ...finding, n: at + 1 }));
  const citations = findings.map(({ n, path }) => ({ n, path, startLine: 1, endLine: 1, pass: 1 }));
  const text = 'Net sales, 2022: 34,229 millions USD (page 48) [1].';
  const answer = { english: text, text, citations, removedCitations: [], writtenBy: 'extractive' };
  return { ...opened, findings, answer };
}

const ASKED = 'What were the net sales of 3M in 2022?';

describe('cells that answer a question by themselves', () => {
  it.each([
    ['its label and its document say what is asked', ASKED, [cell]],
    ['a company is asked about in the possessive', "What were 3M's net sales in fiscal 2022?", [cell]],
    [
      'every year has its cell',
      'Net sales of 3M in 2021 and 2022?',
      [cell, { ...cell, label: 'Net sales, 2021', value: 35_355 }],
    ],
  ])('are proven where %s', (_when, question, cells) => {
    const turn = citing(question, ...cells);
    expect(provenCells(turn)).toHaveLength(cells.length);
    expect(conclusionOf(turn)).toMatchObject({ outcome: 'answered', headline: 'Answered' });
    expect(conclusionOf(turn).reason).toContain("'Net sales, 2022' on page 48");
  });

  it.each<[string, string, Finding[]]>([
    ['another year', 'What were the net sales of 3M in 2021?', [cell]],
    ['one of two years', 'Net sales of 3M in 2021 and 2022?', [cell]],
    ['another company', 'What were the net sales of Adobe in 2022?', [cell]],
    ['a label that says more', ASKED, [{ ...cell, label: 'Growth of net sales, 2022' }]],
    ['a question that asks for more', 'Why did the net sales of 3M rise in 2022?', [cell]],
    ['a value that stands elsewhere', ASKED, [{ ...cell, check: { stands: 'elsewhere', why: '' } }]],
    ['the table of a segment', ASKED, [{ ...cell, sectionTitle: 'Rigid Packaging' }]],
    ['a sentence', ASKED, [{ ...cell, value: 'Net sales in 2022 rose.' }]],
    ['no cell', ASKED, []],
  ])('are not proven by %s', (_what, question, cells) => {
    const turn = citing(question, ...cells);
    expect(provenCells(turn)).toEqual([]);
    expect(conclusionOf(turn).outcome).not.toBe('answered');
  });

  it('are not proven where the answer cites something else as well', () => {
    const turn = citing(ASKED, cell);
    const more = { n: 7, path: 'b.pdf', startLine: 1, endLine: 2, pass: 1 };
    const answer = { ...turn.answer!, citations: [...turn.answer!.citations, more] };
    expect(provenCells({ ...turn, answer })).toEqual([]);
  });
});
