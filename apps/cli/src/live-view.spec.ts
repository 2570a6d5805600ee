import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import colors from 'picocolors';
import { CLAIM_STATUSES, type TurnEvent, type TurnEventBody } from '@quarry/turn';
import { LiveView } from './live-view';

const text = fc.string({ maxLength: 300 }).map((value) => value.replace(/[\p{Cc}\p{Cf}]/gu, ' '));
const n = fc.integer({ min: 1, max: 9_999 });
const body: fc.Arbitrary<TurnEventBody> = fc.oneof(
  fc.record({ type: fc.constant('turn.started' as const), question: text, pipeline: text }),
  fc.record({ type: fc.constant('pass.started' as const), pass: n, why: text, message: text }),
  fc.record({
    type: fc.constant('step.finished' as const),
    service: fc.constantFrom('retriever', 'gateway', 'answerer'),
    step: text,
    action: fc.constantFrom('fetch_more_context', 'call_model'),
    outcome: text,
    ms: fc.nat(99_999),
    inputTokens: fc.nat(9_999),
    outputTokens: fc.nat(9_999),
    note: text,
  }),
  fc.record({
    type: fc.constant('evidence.found' as const),
    pass: n,
    items: fc.array(
      fc.record({ n, path: text, startLine: n, endLine: n, symbol: text, foundBy: fc.constant('hybrid') }),
    ),
  }),
  fc.record(
    {
      type: fc.constant('finding.added' as const),
      pass: n,
      n,
      label: text,
      value: fc.oneof(text, fc.double()),
      unit: text,
      path: text,
      page: n,
      stands: fc.constantFrom('on_page' as const, 'elsewhere' as const, 'nowhere' as const),
    },
    { requiredKeys: ['type', 'pass', 'n', 'label', 'value', 'path', 'stands'] },
  ),
  fc.record({
    type: fc.constant('calculation.made' as const),
    pass: n,
    n,
    expression: text,
    result: text,
  }),
  fc.record({ type: fc.constant('need.raised' as const), pass: n, text }),
  fc.record({ type: fc.constant('need.resolved' as const), pass: n, text, by: fc.array(n) }),
  fc.record({ type: fc.constant('need.missed' as const), pass: n, text, why: text }),
  fc.record({
    type: fc.constant('context.assessed' as const),
    pass: n,
    complete: fc.boolean(),
    missing: fc.array(text),
  }),
  fc.record({ type: fc.constant('answer.partial' as const), pass: n, text }),
  fc.record({ type: fc.constant('citation.removed' as const), pass: n, mark: text, replacement: text }),
  fc.record({
    type: fc.constant('claim.checked' as const),
    text,
    status: fc.constantFrom(...CLAIM_STATUSES),
    cites: fc.array(n),
    why: text,
  }),
);

function render(
  bodies: readonly TurnEventBody[],
  palette = colors.createColors(false),
  width: number | null = null,
) {
  const view = new LiveView(palette, width);
  return bodies
    .map((event, i): TurnEvent => ({ id: `1-${i}`, at: 1_000 * i, body: event }))
    .map((event) => view.render(event))
    .filter((line) => line !== null)
    .join('\n');
}

describe('the live view', () => {
  it('fits every line into the terminal, with colours and without', () => {
    fc.assert(
      fc.property(fc.array(body, { maxLength: 8 }), fc.integer({ min: 80, max: 200 }), (bodies, width) => {
        const plain = render(bodies, undefined, width);
        for (const line of plain.split('\n')) expect(line.length).toBeLessThanOrEqual(width);
        expect(stripVTControlCharacters(render(bodies, colors.createColors(true), width))).toBe(plain);
      }),
    );
  });

  it('cuts nothing without a terminal', () => {
    const question = 'why '.repeat(200);
    expect(render([{ type: 'turn.started', question, pipeline: 'code' }])).toBe(`question ${question}`);
  });

  it('closes each pass with its seconds and its evidence', () => {
    const evidence = (...numbers: number[]): TurnEventBody => ({
      type: 'evidence.found',
      pass: 1,
      items: numbers.map((m) => ({ n: m, path: 'a.ts', startLine: m, endLine: m, foundBy: 'bm25' })),
    });
    const lines = render([
      { type: 'pass.started', pass: 1, why: 'search', message: '' },
      evidence(1, 2),
      { type: 'pass.started', pass: 2, why: 'missing: rate', message: '' },
      evidence(3),
      { type: 'turn.finished', outcome: 'answered', reason: 'done' },
    ]);
    expect(lines).toContain('pass 1 took 2.0 s, 2 pieces of evidence');
    expect(lines).toContain('pass 2 took 2.0 s, 1 piece of evidence');
    expect(lines).toContain('      [1] a.ts:1 (bm25)');
  });

  it('shows each value with its page, and each calculation, without a second line for either', () => {
    const finding = {
      type: 'finding.added',
      pass: 1,
      n: 2,
      label: 'consumer_segment_revenue_2022',
      value: 5298,
      unit: 'millions_usd',
      path: '3M_2022_10K.pdf',
      page: 35,
      stands: 'on_page',
    } as const;
    const { page: _, unit: __, ...bare } = finding;
    const found = { startLine: 1, endLine: 1, path: '3M_2022_10K.pdf', foundBy: 'section' };
    const lines = render([
      { type: 'pass.started', pass: 1, why: 'search', message: '' },
      {
        type: 'evidence.found',
        pass: 1,
        items: [
          { ...found, n: 1, format: 'pdf', pages: [{ page: 35, box: null }] },
          { ...found, n: 2, kind: 'finding' },
        ],
      },
      finding,
      { ...finding, n: 3, page: 36, stands: 'elsewhere' },
      { ...bare, n: 4, label: 'strategy', value: 'efficient\nand lean', stands: 'nowhere' },
      { type: 'evidence.found', pass: 1, items: [{ ...found, n: 5, kind: 'calculation' }] },
      { type: 'calculation.made', pass: 1, n: 5, expression: '[2] / [3]', result: '1' },
      { type: 'turn.finished', outcome: 'answered', reason: 'done' },
    ]);
    expect(lines.split('\n').slice(2)).toEqual([
      '      [1] 3M_2022_10K.pdf, page 35 (section)',
      '    ✓ found [2] consumer_segment_revenue_2022 = 5298 millions_usd (page 35)',
      '    ≠ found [3] consumer_segment_revenue_2022 = 5298 millions_usd (page 36, not the one named)',
      '    ✗ found [4] strategy = efficient and lean (not in the text)',
      '    = made [5] [2] / [3] = 1',
      '  pass 1 took 7.0 s, 1 piece of evidence, 3 values',
      '',
    ]);
  });

  it('shows the progress of the answer in each pass, and restarts the count in the next', () => {
    const view = new LiveView(colors.createColors(false), null);
    const said = (
      [
        { type: 'pass.started', pass: 1, why: 'search', message: 'Retrieving context…' },
        { type: 'answer.delta', text: 'So it is' },
        { type: 'answer.delta', text: ' [1].' },
        { type: 'answer.partial', pass: 1, text: 'So it is [1].' },
        { type: 'pass.started', pass: 2, why: 'missing: rate', message: 'Retrieving additional context…' },
        { type: 'answer.delta', text: 'No [2].' },
      ] satisfies TurnEventBody[]
    ).map((event, i) => view.progress({ id: `1-${i}`, at: i, body: event }));
    expect(said).toEqual([
      'Retrieving context…',
      'writing the answer: 8 characters',
      'writing the answer: 13 characters',
      null,
      'Retrieving additional context…',
      'writing the answer: 7 characters',
    ]);
    const partial = render([{ type: 'answer.partial', pass: 1, text: 'So it is [1].' }]);
    expect(partial).toContain('the answer so far: So it is [1].');
  });
});
