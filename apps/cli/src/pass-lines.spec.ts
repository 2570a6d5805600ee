import { stripVTControlCharacters } from 'node:util';
import colors from 'picocolors';
import type { TurnEventBody } from '@quarry/turn';
import { PassLines } from './pass-lines';

const plain = colors.createColors(false);

function shown(
  bodies: readonly TurnEventBody[],
  width: number | null = null,
  palette = plain,
): readonly string[] {
  const view = new PassLines(palette, width);
  return bodies.flatMap((body, at) => view.render({ id: `1-${at}`, at, body }) ?? []);
}

const pass = (n: number, why = 'search') => ({ type: 'pass.started', pass: n, why, message: 'm' }) as const;
const step: TurnEventBody = {
  type: 'step.finished',
  service: 'retriever',
  step: 's',
  action: 'fetch_more_context',
  outcome: 'ok',
  ms: 5,
  inputTokens: 0,
  outputTokens: 0,
  note: 'searched',
};
const evidence = (count: number): TurnEventBody => ({
  type: 'evidence.found',
  pass: 1,
  items: Array.from({ length: count }, (_, at) => ({
    ...{ n: at + 1, path: 'a.ts', startLine: 1, endLine: 2, foundBy: 'bm25' },
  })),
});
const finished: TurnEventBody = { type: 'turn.finished', outcome: 'answered', reason: 'done' };

describe('a turn in one line for each pass', () => {
  it('says what each pass found, missed and still needs, without the steps', () => {
    expect(
      shown([
        { type: 'turn.started', question: 'why?', pipeline: 'code' },
        step,
        pass(1),
        step,
        evidence(12),
        { type: 'need.raised', pass: 1, text: 'taxOf' },
        pass(2, 'still missing: taxOf'),
        evidence(1),
        { type: 'need.resolved', pass: 2, text: 'taxOf', by: [13, 14] },
        { type: 'need.missed', pass: 2, text: 'rateFor', why: 'nowhere' },
        step,
        finished,
      ]),
    ).toEqual([
      'pass 1  12 pieces of evidence  ? missing taxOf',
      'pass 2  1 piece of evidence  ✓ found taxOf in [13]  ✗ not found rateFor',
    ]);
  });

  it('names three of many items, and counts values', () => {
    const needs = ['a', 'b', 'c', 'd', 'e'].map((text) => ({ type: 'need.raised', pass: 1, text }) as const);
    const value: TurnEventBody = {
      ...{ type: 'finding.added', pass: 1, n: 1, label: 'l', value: 1, path: 'p', stands: 'on_page' },
    };
    expect(shown([pass(1), value, ...needs, finished])).toEqual([
      'pass 1  0 pieces of evidence, 1 value  ? missing a, b, c, 2 more',
    ]);
  });

  it('is shown before the answer is written, and once', () => {
    const delta = { type: 'answer.delta', text: 'x' } as const;
    expect(shown([pass(1), evidence(2), delta])).toEqual(['pass 1  2 pieces of evidence']);
    expect(shown([pass(1), evidence(2), delta, delta, finished])).toHaveLength(1);
  });

  it('says that it waits for a store', () => {
    const away = { type: 'store.away', pass: 1, step: 's', reason: 'No graph.', waits: true } as const;
    expect(shown([away, { ...away, waits: false }])).toEqual(['waiting No graph.']);
  });

  it('fits the terminal, and nothing in it acts on it', () => {
    const needs = { type: 'need.raised', pass: 1, text: `\x1b[2J${'long '.repeat(60)}` } as const;
    const [line = ''] = shown([pass(1), needs, finished], 60, colors.createColors(true));
    expect(stripVTControlCharacters(line)).toHaveLength(60);
    expect(line).not.toContain('\x1b[2J');
  });
});
