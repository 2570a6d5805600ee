import { archivedOf, ASKED_AT, type Check } from './suite';

/** Totals: turns of all tenants, aggregated in the store. */
export function totals(check: Check): void {
  check('aggregates turns of all tenants, by outcome', async ({ archive }) => {
    const spent = { loops: 1, modelCalls: 2, inputTokens: 30, outputTokens: 4, calls: [] };
    const search = { pass: 1, mode: 'bm25', query: 'q', hits: 1, added: 1 } as const;
    const need = { pass: 1, text: 'n', kind: 'other' } as const;
    const needs = [
      { ...need, id: 'n1', status: 'resolved' },
      { ...need, id: 'n2', status: 'missed' },
    ] as unknown as NonNullable<Parameters<typeof archivedOf>[1]>['needs'] & object;
    const alike = { spent, searches: [search], needs };
    await archive.save(archivedOf('t1', alike));
    await archive.save(archivedOf('t2', { ...alike, pipeline: 'code@other' }));
    await archive.save(archivedOf('t3', { stop: { rule: 'stuck', reason: 'nothing new' } }));
    await archive.save(archivedOf('t1', { tenant: 'globex' }));
    const call = { step: 's', model: 'm', inputTokens: 1, outputTokens: 1, cost: null };
    await archive.save(archivedOf('t4', { tenant: 'globex', spent: { ...spent, calls: [call] } }));
    const none = { needs: 0, needsResolved: 0, modelCalls: 0, inputTokens: 0, outputTokens: 0, cost: 0 };
    const alone = { turns: 1, priced: 1, ms: 1_500, passes: 0, stopRule: null, ...none };
    const acme = { tenant: 'acme', pipeline: 'code', outcome: 'answered' };
    const groups = await archive.totals({});
    expect(groups).toHaveLength(3);
    expect(groups).toEqual(
      expect.arrayContaining([
        {
          ...acme,
          stopRule: null,
          passes: 2,
          turns: 2,
          needs: 4,
          needsResolved: 2,
          modelCalls: 4,
          inputTokens: 60,
          outputTokens: 8,
          cost: 0,
          priced: 2,
          ms: 3_000,
        },
        { ...acme, ...alone, stopRule: 'stuck' },
        {
          ...acme,
          ...alone,
          tenant: 'globex',
          turns: 2,
          ms: 3_000,
          modelCalls: 2,
          inputTokens: 30,
          outputTokens: 4,
        },
      ]),
    );
  });

  check('aggregates turns within a range, without deleted ones', async ({ archive }) => {
    for (const n of [0, 1, 2, 3]) await archive.save(archivedOf(`t${n}`, { askedAt: ASKED_AT + n }));
    await archive.delete('acme', ['t1']);
    const turns = async (range: Parameters<typeof archive.totals>[0]): Promise<number> =>
      (await archive.totals(range)).reduce((sum, group) => sum + group.turns, 0);
    expect(await turns({})).toBe(3);
    expect(await turns({ since: ASKED_AT + 1 })).toBe(2);
    expect(await turns({ since: ASKED_AT, until: ASKED_AT + 3 })).toBe(2);
    expect(await archive.totals({ since: ASKED_AT + 100 })).toEqual([]);
  });
}
