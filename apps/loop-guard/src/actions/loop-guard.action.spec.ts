import type { Embedder } from '@quarry/embedder';
import { aContext, aTurn, someEvidence } from '@quarry/engine/testing';
import { FILTER_RULE, raiseNeeds, skipRequests, type Need, type Tool, type Turn } from '@quarry/turn';
import { validateSync } from 'class-validator';
import { LoopGuardAction, LoopGuardParams } from './loop-guard.action';

const need = (id: number, pass: number, text: string, status: Need['status'] = 'open'): Need => ({
  id: `need-${id}`,
  pass,
  text,
  status,
  resolvedBy: [],
});
const spent = (loops: number, tokens = 0): Turn['spent'] => ({
  loops,
  modelCalls: 0,
  inputTokens: tokens,
  outputTokens: 0,
  calls: [],
});

const CALL = { step: 's', model: 'm', inputTokens: 0, outputTokens: 0, cost: 0 };

/** Unit vectors by topic: texts with the same first word have the same meaning. */
const byFirstWord: Embedder = {
  id: 'first-word',
  dimension: 26,
  embed: (texts) =>
    Promise.resolve(
      texts.map((text) =>
        Float32Array.from({ length: 26 }, (_, index) =>
          index === (text.toLowerCase().charCodeAt(0) - 97) % 26 ? 1 : 0,
        ),
      ),
    ),
  close: () => Promise.resolve(),
};

const run = (turn: Turn, settings = {}, embedder: Embedder | null = null, rules?: readonly string[]) =>
  new LoopGuardAction(embedder).run(turn, rules ? { rules } : {}, aContext({ settings }));

describe('loop_guard', () => {
  const asking = aTurn({ needs: [need(1, 1, 'parseLine')], evidence: [someEvidence(1)] });

  it('allows another pass for a new request', async () => {
    expect(await run(asking)).toMatchObject({ outcome: 'again', note: 'pass 2: 1 request to serve' });
    const two = { ...asking, needs: [...asking.needs, need(2, 1, 'parseFile')] };
    expect((await run(two)).note).toBe('pass 2: 2 requests to serve');
  });

  it('stops at max_turn_loops, and settles open requests', async () => {
    const turn = {
      ...asking,
      spent: spent(2),
      evidence: [someEvidence(1, { pass: 3 })],
      needs: [need(1, 3, 'parseLine')],
    };
    const result = await run(turn, { max_turn_loops: 2 });
    expect(result).toMatchObject({ outcome: 'stop', patch: { stop: { rule: 'max_turn_loops' } } });
    expect(result.patch?.needs?.[0]?.status).toBe('missed');
    expect(result.patch?.stop?.reason).toBe('after 3 passes (max_turn_loops: 2) data was still missing');
    // The request was not searched for: a miss without a place.
    expect(result.patch?.misses).toEqual([
      { text: 'parseLine', pass: 3, why: result.patch?.stop?.reason, where: [] },
    ]);
  });

  it('stops where no file passes the filter, with the reason of the search', async () => {
    const stop = { rule: FILTER_RULE, reason: "no indexed file is in 'scr'" };
    const result = await run({ ...asking, stop });
    expect(result).toMatchObject({ outcome: 'stop', patch: { stop } });
    expect(result.patch?.needs?.[0]?.status).toBe('missed');
    expect((await run({ ...asking, stop: null })).outcome).toBe('again');
  });

  it('stops while there is still time to answer', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    try {
      const now = jest.now();
      const result = await run({ ...asking, askedAt: now - 90_000, deadline: now + 10_000 });
      expect(result.patch?.stop).toMatchObject({ rule: 'deadline' });
    } finally {
      jest.useRealTimers();
    }
  });

  it('stops when another pass would exceed the token budget', async () => {
    expect(await run({ ...asking, spent: spent(0, 600) }, { max_turn_tokens: 1_000 })).toMatchObject({
      patch: { stop: { rule: 'token_budget' } },
    });
    expect(await run({ ...asking, spent: spent(0, 400) }, { max_turn_tokens: 1_000 })).toMatchObject({
      outcome: 'again',
    });
  });

  it('stops when a follow-up pass brought nothing new', async () => {
    const result = await run({
      ...asking,
      spent: spent(1),
      needs: [need(1, 1, 'parseLine', 'missed'), need(2, 2, 'parseFile')],
    });
    expect(result.patch?.stop).toMatchObject({ rule: 'stuck' });
  });

  it('is not stuck if the pass found new evidence, nor after the first pass', async () => {
    const evidence = [someEvidence(1), someEvidence(2, { pass: 2 })];
    const second = { ...asking, spent: spent(1), evidence, needs: [need(2, 2, 'parseFile')] };
    expect((await run(second)).outcome).toBe('again');
    expect((await run({ ...asking, evidence: [] })).outcome).toBe('again');
  });

  it('refuses repeated requests in any spelling, and continues with the rest', async () => {
    const turn = {
      ...asking,
      spent: spent(1),
      evidence: [someEvidence(1, { pass: 2 })],
      needs: [need(1, 1, 'parseLine', 'missed'), need(2, 2, '`ParseLine`'), need(3, 2, 'parseFile')],
    };
    const result = await run(turn);
    expect(result.outcome).toBe('again');
    expect(result.patch?.needs?.map((item) => item.status)).toEqual(['missed', 'missed', 'open']);
    expect(result.patch?.misses?.[0]?.why).toBe('it was looked for before');
  });

  it('stops when every request had been searched for before', async () => {
    const turn = {
      ...asking,
      spent: spent(1),
      evidence: [someEvidence(1, { pass: 2 })],
      needs: [need(1, 1, 'parseLine', 'resolved'), need(2, 2, 'parseline.')],
    };
    expect(await run(turn)).toMatchObject({ outcome: 'stop', patch: { stop: { rule: 'repeated_query' } } });
  });

  it('refuses words that the plan already searched for, but not a name, which may be in the graph', async () => {
    const searched = (query: string) =>
      ({ ...asking, searches: [{ pass: 1, mode: 'hybrid', query, hits: 3, added: 3 }] }) as const;
    const words = { ...searched('how errors end'), needs: [need(1, 1, 'How errors end?')] };
    expect(await run(words)).toMatchObject({ outcome: 'stop', patch: { stop: { rule: 'repeated_query' } } });
    expect(await run({ ...words, needs: [need(1, 1, 'what ends errors')] })).toMatchObject({
      outcome: 'again',
    });
    expect(await run(searched('parseLine'))).toMatchObject({ outcome: 'again' });
  });

  it.each(['graph', 'section'] as const)(
    'allows a search for words that were requested from %s',
    async (mode) => {
      const search = { pass: 1, mode, query: 'how errors end', hits: 0, added: 0 };
      const turn = { ...asking, searches: [search], needs: [need(1, 1, 'how errors end')] };
      expect((await run(turn)).outcome).toBe('again');
    },
  );

  it('refuses a request once, whether it was requested, searched in words, or both', async () => {
    const search = { pass: 1, mode: 'hybrid' as const, query: 'how errors end', hits: 0, added: 0 };
    const turn = {
      ...asking,
      spent: spent(1),
      evidence: [someEvidence(1, { pass: 2 })],
      searches: [search, { ...search, query: 'what retries' }],
      needs: [
        need(1, 1, 'how errors end', 'missed'),
        need(2, 2, 'how errors end'),
        need(3, 2, 'what retries'),
        need(4, 2, 'parseFile'),
      ],
    };
    const { patch } = await run(turn);
    expect(patch?.misses?.map(({ text }) => text)).toEqual(['how errors end', 'what retries']);
  });

  it('recognizes a rephrased request by its embedding, but never merges different names', async () => {
    const turn = { ...asking, spent: spent(1), evidence: [someEvidence(1, { pass: 2 })] };
    const again = {
      ...turn,
      needs: [need(1, 1, 'how errors are handled', 'missed'), need(2, 2, 'handling of errors')],
    };
    expect(await run(again, {}, byFirstWord)).toMatchObject({
      outcome: 'stop',
      patch: {
        stop: { rule: 'repeated_query' },
        misses: [{ why: "it was looked for before as 'how errors are handled' (similarity 1.00)" }],
      },
    });
    expect(await run(again, { repeat_similarity: 1 }, byFirstWord)).toMatchObject({ outcome: 'again' });
    const names = { ...turn, needs: [need(1, 1, 'invoice_create', 'missed'), need(2, 2, 'invoice_cancel')] };
    expect(await run(names, {}, byFirstWord)).toMatchObject({ outcome: 'again' });
  });

  it('stops when nothing is requested', async () => {
    expect(await run(aTurn())).toMatchObject({
      outcome: 'stop',
      patch: { stop: { rule: 'nothing_requested' } },
    });
  });

  it('gives a reason with every stop', async () => {
    const turn = { ...asking, needs: raiseNeeds(asking.needs, ['x'], 1), spent: spent(9) };
    const result = await run(turn, { max_turn_loops: 3 });
    expect(result.patch?.stop?.reason).not.toBe('');
    expect(result.note).toContain('max_turn_loops');
  });

  describe('not_found', () => {
    const looked = (text: string): Turn['misses'][number] => ({
      pass: 2,
      text,
      why: 'nothing that names it was found',
      where: ['graph: names'],
    });
    const inPass2 = (requested: string, groups: Partial<Turn> = {}): Turn => ({
      ...asking,
      spent: spent(1),
      evidence: [someEvidence(1, { pass: 2 })],
      needs: [need(2, 2, requested)],
      ...groups,
    });

    it.each([
      ['parseLine', '`ParseLine`'],
      ['foo in src/a.py', 'Foo  in "src\\a.py".'],
      ['what retries', 'What  RETRIES?'],
      ['TaxOffice', 'who calls the class TaxOffice'],
    ])('stops if %j was not found and %j is requested', async (former, requested) => {
      const result = await run(inPass2(requested, { misses: [looked(former)] }));
      expect(result.patch?.stop).toMatchObject({ rule: 'not_found' });
      expect(result.patch?.misses?.at(-1)?.why).toContain('nothing that names it was found');
    });

    it('recognizes a rephrased request by its embedding', async () => {
      const turn = inPass2('handling of errors', { misses: [looked('how errors are handled')] });
      const { patch } = await run(turn, {}, byFirstWord);
      expect(patch?.stop).toMatchObject({ rule: 'not_found' });
      expect(patch?.misses?.at(-1)?.why).toBe(
        "it was not found earlier in this turn as 'how errors are handled' (similarity 1.00): nothing that names it was found",
      );
      expect((await run(turn)).outcome).toBe('again');
    });

    it('stops in pass 1 for requests that were not found earlier in the session, and reports it', async () => {
      const notFound = [{ text: 'TaxOffice', why: 'the graph has no such name' }];
      const memory = { recalled: [], passedOver: 0, notFound };
      const result = await run({ ...asking, needs: [need(1, 1, 'class `TaxOffice`')], memory });
      expect(result.patch?.stop).toEqual({
        rule: 'not_found',
        reason: 'every request was looked for and not found earlier in this session',
      });
      expect(result.patch?.misses?.[0]?.why).toContain('earlier in this session: the graph has no such name');
    });

    it.each(['TaxOffice in src/tax.cs', 'the definition of TaxOffice', 'function TaxOffice in a.cs'])(
      'takes %j for the name that the session did not find',
      async (text) => {
        const memory = {
          recalled: [],
          passedOver: 0,
          notFound: [{ text: 'TaxOffice', why: 'no such name' }],
        };
        const result = await run({ ...asking, needs: [need(1, 1, text)], memory });
        expect(result.patch?.stop?.rule).toBe('not_found');
      },
    );

    it('drops requests that were not found, and continues with the rest', async () => {
      const turn = { ...inPass2('parseLine'), misses: [looked('parseLine')] };
      const result = await run({ ...turn, needs: [...turn.needs, need(3, 2, 'parseFile')] });
      expect(result.outcome).toBe('again');
      expect(result.patch?.needs?.map(({ status }) => status)).toEqual(['missed', 'open']);
    });

    it('does not count a refused request as searched for', async () => {
      const refused = { ...looked('parseLine'), where: [] };
      expect((await run(inPass2('parseLine', { misses: [refused] }))).outcome).toBe('again');
    });
  });

  describe('calls of tools', () => {
    const call = (id: number, pass: number, tool: Tool, text: string, status: Need['status'] = 'open') => ({
      ...need(id, pass, text, status),
      call: { tool, id: `c${id}`, arguments: {} },
    });
    const calling = (...needs: Need[]): Turn => ({
      ...asking,
      spent: spent(1),
      evidence: [someEvidence(1, { pass: 2 })],
      needs,
    });

    it('are refused if repeated, with a note to the agent; the others are served', async () => {
      const turn = calling(
        call(1, 1, 'search', 'how errors are handled', 'resolved'),
        call(2, 2, 'search', 'How errors are handled?'),
        call(3, 2, 'search', 'total'),
      );
      const result = await run(turn);
      expect(result.outcome).toBe('again');
      expect(result.patch?.needs?.map(({ status }) => status)).toEqual(['resolved', 'missed', 'open']);
      expect(result.patch?.needs?.[1]?.call?.note).toContain('made before, in pass 1');
    });

    it('end the loop if all are repeated', async () => {
      const turn = calling(call(1, 1, 'lookup', 'Total', 'missed'), call(2, 2, 'lookup', 'total'));
      expect((await run(turn)).patch?.stop).toMatchObject({ rule: 'repeated_query' });
    });

    it('are compared with calls of the same tool only', async () => {
      const miss = { pass: 1, text: 'total', why: 'nothing', where: ['hybrid search'] };
      const searched = { pass: 1, mode: 'hybrid' as const, query: 'total', hits: 0, added: 0 };
      const turn = calling(call(1, 1, 'search', 'total', 'missed'), call(2, 2, 'lookup', 'total'));
      expect((await run({ ...turn, misses: [miss], searches: [searched] })).outcome).toBe('again');
      const words = calling(call(2, 2, 'lookup', 'how errors end'));
      const searches = [{ ...searched, query: 'how errors end' }];
      expect((await run({ ...words, searches })).outcome).toBe('again');
    });

    it('are compared by meaning if they search, but not if they name something', async () => {
      const says = (tool: Tool) =>
        run(
          calling(
            call(1, 1, tool, 'errors and their handling', 'resolved'),
            call(2, 2, tool, 'errors in general'),
          ),
          {},
          byFirstWord,
        );
      expect((await says('search')).outcome).toBe('stop');
      expect((await says('lookup')).outcome).toBe('again');
      expect((await says('fetch_section')).outcome).toBe('again');
    });
  });

  describe('the order of rules', () => {
    const both: Turn = {
      ...asking,
      spent: spent(2),
      evidence: [someEvidence(1, { pass: 3 })],
      needs: [need(3, 3, 'parseLine')],
      misses: [{ pass: 2, text: 'parseLine', why: 'not there', where: ['graph: names'] }],
    };

    it.each([
      [undefined, 'max_turn_loops'],
      [['max_turn_loops', 'not_found'], 'max_turn_loops'],
      [['not_found', 'max_turn_loops'], 'not_found'],
    ])('with %j, the first rule that applies is the reason: %s', async (rules, rule) => {
      expect((await run(both, { max_turn_loops: 2 }, null, rules)).patch?.stop).toMatchObject({ rule });
    });

    it('ignores omitted rules, except limits on what a turn may spend', async () => {
      const unlimited = await run(both, { max_turn_loops: 9 }, null, ['repeated_query']);
      expect(unlimited.outcome).toBe('again');
      const limited = await run(both, { max_turn_loops: 2 }, null, ['repeated_query']);
      expect(limited.patch?.stop).toMatchObject({ rule: 'max_turn_loops' });
      const spends = [
        { ...both, spent: { ...both.spent, inputTokens: 900 } },
        { ...both, spent: { ...both.spent, calls: [{ ...CALL, cost: 0.9 }] } },
        { ...both, askedAt: 0, deadline: 1 },
      ];
      const limits = { max_turn_loops: 9, max_turn_tokens: 1_000, max_turn_cost: 1 };
      const rulings = await Promise.all(spends.map((turn) => run(turn, limits, null, ['repeated_query'])));
      expect(rulings.map(({ patch }) => patch?.stop?.rule)).toEqual([
        'token_budget',
        'cost_budget',
        'deadline',
      ]);
    });

    it('accepts the names of its rules, and no others', () => {
      const errors = (...rules: string[]) =>
        validateSync(Object.assign(new LoopGuardParams(), { rules })).length;
      expect(errors('not_found', 'max_turn_loops')).toBe(0);
      expect(errors('no_such_rule')).toBe(1);
    });
  });
});

describe('loop_guard within a pass', () => {
  const call = (note?: string): Need => ({
    ...need(2, 1, 'r.pdf#sales'),
    call: { tool: 'fetch_section', id: 'c1', arguments: { id: 'r.pdf#sales' }, ...(note ? { note } : {}) },
  });
  const reading = (
    turns: number,
    judged: number,
    needs: readonly Need[] = [need(1, 1, 'sales'), call()],
  ): Turn => aTurn({ needs, extraction: { pass: 1, items: ['sales'], turns, judged, read: [], drafts: [] } });
  const guard = (turn: Turn, counts: 'turns' | 'judgements') =>
    new LoopGuardAction(null).run(
      turn,
      { counts },
      aContext({ settings: { max_extraction_turns: 4, max_turn_loops: 0 } }),
    );

  it.each([
    ['turns', 1, 0, 'again'],
    ['turns', 2, 0, 'again'],
    ['turns', 3, 0, 'stop'],
    ['turns', 2, 9, 'again'],
    ['judgements', 9, 2, 'again'],
    ['judgements', 0, 3, 'stop'],
  ] as const)(
    'counts %s: after %d and %d replies: %s (001, "Turns: 2-4")',
    async (counts, turns, judged, outcome) => {
      expect((await guard(reading(turns, judged), counts)).outcome).toBe(outcome);
    },
  );

  it('stops neither the turn nor the item, but refuses the calls with the reason', async () => {
    const { patch } = await guard(reading(3, 0), 'turns');
    expect(patch).not.toHaveProperty('stop');
    expect(patch?.needs).toMatchObject([
      { text: 'sales', status: 'open' },
      { status: 'missed', call: { note: expect.stringContaining('had read as often as one may') as string } },
    ]);
  });

  it('reports what it serves, and which reply follows', async () => {
    expect((await guard(reading(1, 0), 'turns')).note).toBe('1 call to serve; turn 2 of 4 follows');
    const two = [call(), { ...call(), id: 'need-3' }];
    expect((await guard(reading(0, 2, two), 'judgements')).note).toBe(
      '2 calls to serve; turn 3 of 4 follows',
    );
  });

  it('stops if nothing new was called', async () => {
    expect(await guard(reading(1, 0, [call('there is none')]), 'turns')).toEqual({
      outcome: 'stop',
      note: 'the model requested nothing new',
    });
  });
});

describe('loop_guard, of what was skipped', () => {
  const why = 'only the first 8 requests of a reply are served';
  const call = { tool: 'unknown', written: 'grep', id: 'c1', arguments: {} } as const;
  const unmade = aTurn(skipRequests({ needs: [], misses: [] }, [{ text: 'grep x', call, why }], 1));

  it('lets it be asked for again, since nothing looked for it', async () => {
    const before = skipRequests(
      { needs: [need(1, 1, 'parseLine', 'resolved')], misses: [] },
      [{ text: 'parseFile', why }],
      1,
    );
    const turn = aTurn({
      ...before,
      spent: spent(1),
      evidence: [someEvidence(1, { pass: 2 })],
      needs: [...before.needs, need(3, 2, 'parseFile')],
    });
    expect(await run(turn)).toMatchObject({ outcome: 'again', note: 'pass 3: 1 request to serve' });
  });

  it('allows another pass in which an agent reads why none of its calls was made', async () => {
    expect(await run(unmade)).toMatchObject({
      outcome: 'again',
      note: 'pass 2: the model reads why none of its calls could be made',
    });
  });

  it('ends that at a limit, and does not go on with calls of an earlier pass', async () => {
    expect(await run({ ...unmade, spent: spent(2) }, { max_turn_loops: 2 })).toMatchObject({
      outcome: 'stop',
      patch: { stop: { rule: 'nothing_requested' } },
    });
    const now = skipRequests({ needs: [], misses: [] }, [{ text: 'grep x', call, why }], 3);
    expect(await run({ ...unmade, ...now, spent: spent(2) }, { max_turn_loops: 2 })).toMatchObject({
      outcome: 'stop',
      patch: { stop: { rule: 'max_turn_loops' } },
    });
  });
});
