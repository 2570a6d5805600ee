import { countTokens } from '@quarry/turn';
import { Bench, cite, evidenceIn, type Started } from './bench';

const ROUTE = '[BM25:] invoice cancel';
const ANSWERS = 'You answer questions about a code base';

/** 003, sections 3, 4, 6, 7: what travels from pass to pass, and what ends the loop. */
describe('the loop of the code pipeline', () => {
  let bench: Bench;
  let services: Started;
  beforeAll(async () => {
    bench = await Bench.open();
  });
  afterAll(() => bench.close());
  afterEach(() => services.close());

  it('§7: evidence of every pass is in the next prompt under its number, and can be cited', async () => {
    services = await bench.start('{max_context_tokens: 9000}');
    const { turn, asked } = await services.ask('What happens when an invoice is cancelled?', {
      router: '[BM25:] InvoicesController',
      answer: [
        '[Requesting data on:] dbo.Stock_Restore',
        '[Requesting data on:] PriceCalculator',
        (request) =>
          `[Answer:] One ${cite(request, 'InvoicesController.cs')}, two ${cite(request, 'Stock.sql')}, three ${cite(request, 'PriceCalculator.cs')}.`,
      ],
    });
    const prompts = asked(ANSWERS).map((request) => evidenceIn(request.last));
    expect(prompts).toHaveLength(3);
    for (const item of turn.evidence) {
      const head = `[${item.n}] ${item.path}:${linesOf(item)}`;
      prompts.forEach((prompt, at) => {
        if (item.pass > at + 1) expect(prompt.has(item.n)).toBe(false);
        else expect(prompt.get(item.n)).toContain(head);
      });
    }
    expect(new Set(turn.evidence.map((item) => item.pass))).toEqual(new Set([1, 2, 3]));
    expect(turn.answer?.citations.map((citation) => citation.pass)).toEqual([1, 2, 3]);
    expect(turn.answer?.removedCitations).toEqual([]);
    expect(turn.end?.outcome).toBe('answered');
  });

  it.each([
    ['[SEMANTIC:] invoice cancel', 'semantic'],
    ['[SEMANTIC_RERANK:] invoice cancel', 'semantic_rerank'],
    ['[BM25:] invoice cancel', 'bm25'],
    ['[HYBRID:] invoice cancel', 'hybrid'],
  ])('§3.1: %s is how is searched', async (router, mode) => {
    await bench.embed();
    services = await bench.start('{}', { vectors: true });
    const { turn, events } = await services.ask('How is an invoice cancelled?', {
      router,
      answer: (request) => `[Answer:] So ${cite(request, 'nvoice')}.`,
    });
    expect(turn.plan).toEqual({ mode, queries: ['invoice cancel'] });
    expect(turn.searches).toMatchObject([{ mode, query: 'invoice cancel' }]);
    expect(turn.searches[0]).not.toHaveProperty('fallback');
    expect(turn.evidence.some((item) => item.foundBy === mode)).toBe(true);
    expect(
      events.map(({ body }) =>
        body.type === 'step.finished' && body.step === 'handle_route' ? body.outcome : '',
      ),
    ).toContain(mode);
  });

  it('§3.1: two plans in one reply are invalid: asked again, then searched with the question itself', async () => {
    services = await bench.start('{}');
    const { turn, asked } = await services.ask('How is an invoice cancelled?', {
      router: '[BM25:] invoice\n[HYBRID:] cancel',
      answer: (request) => `[Answer:] So ${cite(request, 'nvoice')}.`,
    });
    expect(asked('You plan the search')).toHaveLength(2);
    expect(asked('You plan the search')[1]?.last).toContain('more than one such line');
    expect(turn.plan?.queries).toEqual(['How is an invoice cancelled?']);
    expect(turn.end?.outcome).toBe('answered');
  });

  it('a mode that the pipeline does not offer is replaced, and the log says so', async () => {
    services = await bench.start('{retrieval_modes: [bm25]}');
    const { turn, events, asked } = await services.ask('How is an invoice cancelled?', {
      router: '[SEMANTIC:] invoice cancel',
      answer: (request) => `[Answer:] So ${cite(request, 'nvoice')}.`,
    });
    expect(asked('You plan the search')[0]?.system).not.toContain('[SEMANTIC:]');
    expect(turn.plan?.mode).toBe('bm25');
    expect(JSON.stringify(events)).toContain('semantic is not offered here');
  });

  describe('§4.3: without BM25 artifacts', () => {
    beforeAll(() => bench.setBm25(false));
    afterAll(() => bench.setBm25(true));

    it('`fallback` searches by meaning, and turn and log say so', async () => {
      services = await bench.start('{bm25_missing: fallback, relevance: {min_cosine: 0.05}}', {
        vectors: true,
      });
      const { turn, events } = await services.ask('How is an invoice cancelled?', {
        router: ROUTE,
        answer: (request) => `[Answer:] So ${cite(request, 'nvoice')}.`,
      });
      expect(turn.searches).toMatchObject([
        { mode: 'semantic', fallback: expect.stringContaining('no BM25 artifacts') },
      ]);
      expect(JSON.stringify(events)).toContain('no BM25 artifacts: semantic search instead');
      expect(turn.end?.outcome).toBe('answered');
    });

    it('`fail` ends the turn with the code and the way out', async () => {
      services = await bench.start('{bm25_missing: fail}', { vectors: true });
      const { turn } = await services.ask('How is an invoice cancelled?', { router: ROUTE });
      expect(turn.end).toMatchObject({ outcome: 'failed', code: 'bm25_missing' });
      expect(turn.end?.reason).toContain('Index the repository again');
    });
  });

  describe('§7.2: every stop has its reason, and the best honest answer', () => {
    const finally_ = (request: Parameters<typeof cite>[0]) =>
      `[Answer:] As far as it goes ${cite(request, 'nvoice')}.`;
    // Each request is new and each pass finds something new, so that only the limit can stop it.
    const endless = ['Stock_Restore', 'PriceCalculator', 'ShopDbContext', 'EmailNotifier'].map(
      (name) => `[Requesting data on:] ${name}`,
    );

    it.each([
      ['max_turn_loops', '{max_turn_loops: 1}', endless, 'partial', 2, 'max_turn_loops: 1'],
      ['max_turn_loops', '{max_turn_loops: 0}', endless, 'partial', 1, 'max_turn_loops: 0'],
      [
        'stuck',
        '{}',
        ['[Requesting data on:] TaxOffice', '[Requesting data on:] TaxFax'],
        'partial',
        2,
        'nothing new',
      ],
      [
        'repeated_query',
        '{}',
        ['[Requesting data on:] Stock_Restore', '[Requesting data on:] `stock_restore`'],
        'partial',
        2,
        'looked for before',
      ],
      [
        'not_found',
        '{}',
        [
          '[Requesting data on:] TaxOffice; Stock_Restore',
          '[Requesting data on:] TaxOffice in db/Stock.sql; function TaxOffice in src/Tax.cs',
        ],
        'partial',
        2,
        'not found earlier in this turn',
      ],
    ])('%s, %s', async (rule, settings, answer, outcome, passes, reason) => {
      services = await bench.start(settings);
      const { turn, events, asked } = await services.ask('How is an invoice cancelled?', {
        router: ROUTE,
        answer,
        finally: finally_,
      });
      expect(turn.stop?.rule).toBe(rule);
      expect(turn.end).toMatchObject({ outcome, reason: expect.stringContaining(reason) });
      expect(turn.spent.loops + 1).toBe(passes);
      expect(
        events.map(({ body }) => (body.type === 'step.finished' && body.step === 'guard' ? body.note : '')),
      ).toContainEqual(expect.stringContaining(`${rule}: `));
      expect(turn.answer?.english).toContain('As far as it goes');
      expect(turn.answer?.citations.length).toBeGreaterThan(0);
      expect(turn.needs.filter((need) => need.status === 'open')).toEqual([]);
      // The last prompt contains what was not found, so that the answer can mention it.
      for (const miss of turn.misses)
        expect(asked('No more data can be requested')[0]?.last).toContain(miss.text);
    });

    it('token_budget, {max_turn_tokens: 100}: the call that would exceed it is not made, and the passages stay', async () => {
      services = await bench.start('{max_turn_tokens: 100}');
      const { turn } = await services.ask('How is an invoice cancelled?', {
        router: ROUTE,
        answer: endless,
        finally: finally_,
      });
      expect(turn.stop?.rule).toBe('token_budget');
      expect(turn.end).toMatchObject({
        outcome: 'budget',
        reason: expect.stringContaining('of 100 tokens are used; the next call'),
      });
      expect(turn.spent.inputTokens + turn.spent.outputTokens).toBeLessThanOrEqual(100);
      expect(turn.answer?.writtenBy).toBe('extractive');
      expect(turn.answer?.citations.length).toBeGreaterThan(0);
    });

    it('a request in other words is the same by its embedding', async () => {
      await bench.embed();
      services = await bench.start('{}', { vectors: true });
      const { turn } = await services.ask('How is an invoice cancelled?', {
        router: ROUTE,
        answer: [
          '[Requesting data on:] how stock is restored after a cancelled invoice',
          '[Requesting data on:] how is stock restored after a cancelled invoice',
        ],
        finally: finally_,
      });
      expect(turn.stop?.rule).toBe('repeated_query');
      expect(turn.misses.at(-1)?.why).toContain('looked for before');
    });
  });

  it('a request for another year is searched, however similar it is', async () => {
    await bench.embed();
    services = await bench.start('{repeat_similarity: 0.6}', { vectors: true });
    const in2017 = 'how stock is restored after a cancelled invoice in 2017';
    const in2016 = 'how stock is restored after a cancelled invoice in 2016';
    const { turn } = await services.ask('How is an invoice cancelled?', {
      router: ROUTE,
      answer: [`[Requesting data on:] ${in2017}`, `[Requesting data on:] ${in2016}`, '[Answer:] So [1].'],
    });
    expect(turn.searches.map(({ query }) => query)).toEqual(expect.arrayContaining([in2017, in2016]));
    expect(turn.stop).toBeNull();
  });

  it('§6.2: over max_context_tokens the model condenses; what it drops is put back, and all of it can be cited', async () => {
    services = await bench.start('{max_context_tokens: 900}');
    const { turn, asked } = await services.ask('How is an invoice cancelled?', {
      router: ROUTE,
      condense: 'It is all about cancelling.',
      answer: (request) => `[Answer:] So ${cite(request, 'Invoice_Cancel.sql')}.`,
    });
    expect(asked('You condense evidence')).toHaveLength(1);
    expect(asked('You condense evidence')[0]?.last).toContain('How is an invoice cancelled?');
    const prompt = asked(ANSWERS)[0]?.last ?? '';
    expect(prompt).toContain('It is all about cancelling.');
    for (const item of turn.evidence) {
      expect(prompt).toContain(`[${item.n}] ${item.path}:${linesOf(item)}`);
      if (item.nodeKey !== undefined) expect(prompt).toContain(item.nodeKey);
    }
    const [, evidence = ''] = prompt.split('\nEvidence:\n');
    expect(evidence).not.toBe('');
    expect(countTokens(evidence)).toBeLessThanOrEqual(900);
    expect(turn.answer?.citations).toMatchObject([{ path: 'db/Invoice_Cancel.sql' }]);
  });

  it('a direct answer that the model does not give is not called answered as planned', async () => {
    services = await bench.start('{}');
    const { turn } = await services.ask('Good morning!', {
      router: '[DIRECT:]',
      directly: 'no marker at all',
    });
    expect(turn.end).toMatchObject({ outcome: 'insufficient', reason: 'the model gave no usable answer' });
    expect(turn.answer?.text).not.toBe('');
  });
});

/** As a prompt writes them: `6-40`, and one line alone as `14`. */
function linesOf({ startLine, endLine }: { readonly startLine: number; readonly endLine: number }): string {
  return startLine === endLine ? String(startLine) : `${startLine}-${endLine}`;
}
