import type { Turn } from '@quarry/turn';
import type { TurnCursor } from '../archived-turn';
import { archivedOf, ASKED_AT, idsOf, type Check } from './suite';

/** Lists: newest first, page by page, with every filter. */
export function lists(check: Check): void {
  check('lists turns by their heads', async ({ archive }) => {
    const search = { pass: 1, mode: 'bm25', query: 'q', hits: 1, added: 1, index: 'shop@main@2' } as const;
    await archive.save(
      archivedOf('t1', {
        end: { outcome: 'failed', reason: 'no model', code: 'model_unavailable' },
        stop: { rule: 'budget', reason: 'spent' },
        options: { depth: 'auto', budget: {}, key: 'k1', rerunOf: 't0' },
        searches: [search],
        spent: { loops: 1, modelCalls: 2, inputTokens: 30, outputTokens: 4, calls: [] },
      }),
    );
    expect(await archive.list('acme', {}, { limit: 5 })).toEqual([
      expect.objectContaining({
        id: 't1',
        session: 's1',
        pipeline: 'code@abc',
        question: { original: 'Question t1?', english: null },
        outcome: 'failed',
        reason: 'no model',
        headline: 'Failed',
        code: 'model_unavailable',
        stopRule: 'budget',
        repository: 'shop@main',
        snapshot: '2',
        key: 'k1',
        rerunOf: 't0',
        askedAt: ASKED_AT,
        endedAt: ASKED_AT + 1_500,
        passes: 2,
        modelCalls: 2,
        inputTokens: 30,
        outputTokens: 4,
        cost: 0,
      }),
    ]);
  });

  check('pages through turns, newest first, while turns are added and deleted', async ({ archive }) => {
    // Two turns per time, to include ties.
    for (let n = 0; n < 10; n++)
      await archive.save(archivedOf(`t${n}`, { askedAt: ASKED_AT + Math.floor(n / 2) }));
    const seen: string[] = [];
    let after: TurnCursor | undefined;
    for (let page = 0; page < 9; page++) {
      const heads = await archive.list('acme', {}, { limit: 3, ...(after ? { after } : {}) });
      seen.push(...heads.map(({ id }) => id));
      const last = heads.at(-1);
      if (!last) break;
      after = { askedAt: last.askedAt, id: last.id };
      if (page === 0) {
        await archive.save(archivedOf('newer', { askedAt: ASKED_AT + 100 }));
        await archive.delete('acme', [last.id, 't0']);
      }
    }
    expect(seen).toEqual(['t9', 't8', 't7', 't6', 't5', 't4', 't3', 't2', 't1']);
  });

  const cases: readonly (readonly [Parameters<typeof idsOf>[1], Partial<Turn>])[] = [
    [{ ids: ['none', 'wanted'] }, {}],
    [{ session: 's9' }, { session: 's9' }],
    [{ pipeline: 'cgrag' }, { pipeline: 'cgrag@def' }],
    [{ outcome: 'partial' }, { end: { outcome: 'partial', reason: '' } }],
    [{ stopRule: 'stuck' }, { stop: { rule: 'stuck', reason: '' } }],
    [{ repository: 'shop' }, { options: { depth: 'auto', budget: {}, repository: 'shop' } }],
    [{ key: 'k1' }, { options: { depth: 'auto', budget: {}, key: 'k1' } }],
    [{ since: ASKED_AT + 5 }, { askedAt: ASKED_AT + 5 }],
    [{ until: ASKED_AT }, { askedAt: ASKED_AT - 1 }],
  ];
  for (const [filter, change] of cases)
    check(`narrows by ${Object.keys(filter ?? {}).join()}`, async ({ archive }) => {
      await archive.save(archivedOf('other'));
      await archive.save(archivedOf('wanted', change));
      expect(await idsOf(archive, filter)).toEqual(['wanted']);
      expect(await idsOf(archive, { ...filter, session: 'none' })).toEqual([]);
    });

  check('treats filters as data, with any content', async ({ archive }) => {
    await archive.save(archivedOf('t1'));
    for (const odd of [
      "' OR 1=1 --",
      '*',
      '%',
      '_',
      '"',
      '',
      '\u0000',
      '{"match_all":{}}',
      'x'.repeat(40_000),
    ])
      for (const field of ['session', 'pipeline', 'stopRule', 'repository', 'key'] as const)
        expect(await idsOf(archive, { [field]: odd })).toEqual([]);
  });
}
