import { PipelineSettings, priceOf, settingsFor } from './index';

const settings = Object.assign(new PipelineSettings(), {
  entry_step_id: 'a',
  max_turn_loops: 3,
  top_k: 5,
  max_turn_tokens: 1_000,
});

describe('settingsFor', () => {
  it('keeps the settings of the pipeline for auto without a budget', () => {
    expect(settingsFor(settings, { depth: 'auto', budget: {} })).toEqual({ ...settings });
  });

  it('runs one pass for fast, and more passes and hits for deep', () => {
    expect(settingsFor(settings, { depth: 'fast', budget: {} })).toMatchObject({
      max_turn_loops: 0,
      top_k: 5,
    });
    expect(settingsFor(settings, { depth: 'deep', budget: {} })).toMatchObject({
      max_turn_loops: 6,
      top_k: 8,
    });
    const single = { ...settings, max_turn_loops: 0 };
    expect(settingsFor(single, { depth: 'deep', budget: {} }).max_turn_loops).toBe(1);
    const many = { ...settings, max_turn_loops: 15 };
    expect(settingsFor(many, { depth: 'deep', budget: {} }).max_turn_loops).toBe(20);
  });

  it('lets a budget lower a limit, and never raise it', () => {
    const lower = settingsFor(settings, { depth: 'auto', budget: { tokens: 500, cost: 0.1, seconds: 20 } });
    expect(lower).toMatchObject({ max_turn_tokens: 500, max_turn_cost: 0.1, deadline_seconds: 20 });
    const higher = settingsFor(settings, { depth: 'auto', budget: { tokens: 5_000, seconds: 9_000 } });
    expect(higher).toMatchObject({ max_turn_tokens: 1_000, deadline_seconds: 300 });
  });

  it("takes the question's repository and snapshot, each by itself, and the pipeline's where it names none", () => {
    const own = { ...settings, repository: 'shop', active_index: 'newest' };
    const of = (asked: { readonly repository?: string; readonly snapshot?: string }) => {
      const { repository, active_index } = settingsFor(own, { depth: 'auto', budget: {}, ...asked });
      return [repository, active_index];
    };
    expect(of({})).toEqual(['shop', 'newest']);
    expect(of({ repository: 'bank' })).toEqual(['bank', 'newest']);
    expect(of({ snapshot: 'monday' })).toEqual(['shop', 'monday']);
    expect(of({ repository: 'bank', snapshot: 'monday' })).toEqual(['bank', 'monday']);
  });

  it('fills in settings that a pipeline of an older gateway lacks', () => {
    const { claims: _claims, session: _session, ...older } = settings;
    const filled = settingsFor(older as PipelineSettings, { depth: 'auto', budget: {} });
    expect(filled.claims.unsupported).toBe('report');
    expect(filled.session.ttl_minutes).toBe(30);
  });
});

describe('priceOf', () => {
  const prices = [
    { model: 'gpt-9-mini', input: 1, output: 2 },
    { model: 'gpt-9*', input: 10, output: 20 },
  ];
  const call = (model: string) => ({ model, inputTokens: 1_000, outputTokens: 500 });

  it('prices by the first row that fits, for a million tokens', () => {
    expect(priceOf(call('gpt-9-mini'), prices)).toBeCloseTo(0.002);
    expect(priceOf(call('gpt-9-mini-2026'), prices)).toBeCloseTo(0.02);
  });

  it('prices input from a cache, and input written to one, by rates of their own', () => {
    const cached = { ...call('claude-9'), cachedTokens: 600, cacheWriteTokens: 300 };
    const price = { model: 'claude*', input: 10, output: 20 };
    expect(priceOf(cached, [price])).toBeCloseTo(0.02);
    expect(priceOf(cached, [{ ...price, cached: 1, cache_write: 12 }])).toBeCloseTo(
      (100 * 10 + 600 * 1 + 300 * 12 + 500 * 20) / 1e6,
    );
  });

  it('says null, not nothing, for a model without a price', () => {
    expect(priceOf(call('other'), prices)).toBeNull();
    expect(priceOf(call('other'), [{ model: '*', input: 0, output: 0 }])).toBe(0);
  });
});
