import type { Evidence, Need, OutlineSection } from '@quarry/turn';
import { evaluatorReply } from '../evaluator.task';
import { extractionReply } from '../extraction.task';
import { evidence, inputs } from '../testing/evidence';
import { extraction, finding } from '../testing/filings';
import type { ExtractionInputs } from '../../port';

const HEAD = 'year | source | net_generation';
const ROWS = [
  '2015-01-01 | Renewables | 19091',
  '2016-01-01 | Fossil | 28437',
  '2016-01-01 | Renewables | 21241',
];
const QUESTION = 'What was the net generation from Renewables in 2016?';

function page(text: string, tableHead?: string): Evidence {
  return {
    ...evidence(1, 'power.csv', text),
    format: 'csv',
    ...(tableHead === undefined ? {} : { tableHead }),
  };
}

function root(characters: number): OutlineSection {
  return { id: 'power.csv', path: 'power.csv', title: 'power.csv', level: 0, summary: '', characters };
}

function reply(more: Partial<ExtractionInputs>): { calls?: unknown[]; findings?: unknown[]; fail?: string } {
  const given = extractionReply(
    inputs({ question: QUESTION, extraction: extraction({ items: [QUESTION], ...more }) }),
    1_000,
  );
  if (typeof given === 'string') return JSON.parse(given) as { findings: unknown[] };
  return {
    calls: given.toolCalls.map((call) => ({ name: call.name, ...(JSON.parse(call.arguments) as object) })),
  };
}

const WHOLE = [HEAD, ...ROWS].join('\n');
const VALUE = { label: '2016-01-01, Renewables, net_generation', value: '21241' };

describe('the extraction from a table without a model', () => {
  it('takes the row and the column that the question names, and the label says both', () => {
    const { findings } = reply({ read: [page(WHOLE)], sections: [root(WHOLE.length)] });
    expect(findings).toEqual([expect.objectContaining(VALUE)]);
  });

  it('asks a long table for the rows with the words of the question before it answers', () => {
    const sections = [root(90_000)];
    expect(reply({ read: [page(WHOLE)], sections }).calls?.[0]).toEqual({
      name: 'fetch_table',
      table: 'power.csv',
      row: 'Renewables 2016',
    });
    const asked: Need = {
      ...{ id: 'need-1', pass: 1, text: 'power.csv', status: 'resolved', resolvedBy: [1] },
      call: { tool: 'fetch_table', id: 'f1', arguments: { table: 'power.csv', row: 'Renewables 2016' } },
    };
    expect(reply({ read: [page(ROWS[2] ?? '', HEAD)], sections, calls: [asked] }).findings).toEqual([
      expect.objectContaining(VALUE),
    ]);
    const cut = { ...asked, resolvedBy: Array.from({ length: 12 }, (_n, at) => at) };
    expect(
      reply({ read: [page(ROWS[2] ?? '', HEAD)], sections, calls: [cut], lastTurn: true }).fail,
    ).toBeDefined();
  });
});

describe('the evaluation of values of a table without a model', () => {
  const judge = (
    question: string,
    more: Partial<ExtractionInputs>,
  ): { status?: string; reason?: string; answer?: string } => {
    const given = evaluatorReply(
      inputs({ question, extraction: extraction({ lastPass: true, ...more }) }),
      1_000,
    );
    return typeof given === 'string' ? (JSON.parse(given) as { status: string }) : {};
  };
  const of = (n: number, label: string, value: string) =>
    finding(n, label, value, { path: 'power.csv', section: 'power.csv', sectionTitle: 'power.csv' });

  it('takes no value of another row, and shows the rows that come nearest with their marks', () => {
    const findings = [of(2, '2016-01-01, Fossil, net_generation', '28437')];
    const { status, reason } = judge('net generation from Solar in 2016', { findings, read: [page(WHOLE)] });
    expect(status).toBe('fail');
    expect(reason).toContain("called 'Solar'");
    expect(reason).toMatch(/\n- year 2016-01-01; source \w+; net_generation \d+ \[1\]/);
    expect(judge(QUESTION, { findings: [of(3, VALUE.label, VALUE.value)] }).answer).toContain('21241');
  });

  it('sums every year of a range', () => {
    const findings = [2015, 2016, 2017].map((year, at) =>
      of(at + 1, `${year}-01-01, Renewables, net_generation`, String(year * 7)),
    );
    const given = evaluatorReply(
      inputs({
        question: 'sum of net generation from Renewables from 2015 to 2017',
        extraction: extraction({ findings, lastPass: true }),
      }),
      1_000,
    );
    expect(given).toMatchObject({
      toolCalls: [{ arguments: expect.stringContaining('[1] + [2] + [3]') as string }],
    });
    const without = judge('sum of net generation from Renewables from 2015 to 2017', {
      findings: findings.filter(({ n }) => n !== 2),
    });
    expect(without.status).toBe('fail');
  });
});
