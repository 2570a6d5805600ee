import { setTimeout as sleep } from 'node:timers/promises';
import type { TurnDto } from '@quarry/client';
import type { HistoryRow, HistoryStore } from '@quarry/history-store';
import type { QuarryConfig } from '@quarry/platform';
import type { Running } from '@quarry/solo';
import { call, expectProblem, slowAnswer, startGateway } from '../api/gateway-under-test';
import { indexFixture, type IndexedFixture } from '../scenarios/index-fixture';
import { startScriptedModel, type ScriptedModel } from '../scripted-model/server';
import { describeWithElasticsearch } from '../servers/servers';

const QUESTION = 'What happens to stock when an invoice is cancelled?';

/** What Elasticsearch does when its disk is nearly full: it closes indices for writing, and can still be read. */
describeWithElasticsearch('Elasticsearch that takes no writes', (url) => {
  const prefix = `read-only-${process.pid}`;
  const store = `elasticsearch:${url}/${prefix}`;
  let fixture: IndexedFixture;
  let model: ScriptedModel;
  let gateway: Running & { readonly url: string };
  let refused = (): void => undefined;
  /** A turn has come to where it is kept, and could not be. */
  const isRefused = new Promise<void>((resolve) => (refused = resolve));

  beforeAll(async () => {
    fixture = await indexFixture('test/fixtures/dotnet-shop/app', { searchIndexUrl: store });
    model = await startScriptedModel({ replies: slowAnswer(3) });
    const settings: Partial<QuarryConfig> = {
      ...{ chatProvider: 'openai', chatModel: 'scripted-1', chatBaseUrl: model.baseUrl, embedderUrl: 'none' },
      ...{ searchIndexUrl: store, historyStoreUrl: store, turnArchiveUrl: store },
      ...{ recordStoreUrl: store, goldenStoreUrl: store },
    };
    gateway = await startGateway(fixture.dataDir, settings, (opened) => ({
      ...opened,
      historyStore: watched(opened.historyStore),
    }));
  }, 120_000);
  afterAll(async () => {
    await gateway.close();
    await model.close();
    await fixture.remove();
    const names = ['history', 'turns', 'records', 'golden'].map((kind) => `${prefix}.${kind}-v1`);
    await fetch(`${url}/${names.join(',')}?ignore_unavailable=true`, { method: 'DELETE' });
    await fetch(`${url}/_index_template/${prefix}.search`, { method: 'DELETE' });
  });

  it('answers from what is there, keeps the turn when it can be written, and says so of what is asked to be kept now', async () => {
    const first = await ask();
    await block(true);
    const asked = ask();
    expectProblem(
      await call(gateway.url, 'POST /v1/golden-sets', { body: { name: 'prices' } }),
      503,
      'store_unavailable',
    );
    await isRefused;
    await block(false);
    const second = await asked;
    expect(second).toMatchObject({ outcome: 'answered', degraded: [] });
    const { body } = await call<{ turns: readonly TurnDto[] }>(gateway.url, 'GET /v1/sessions/disk');
    expect(body.turns.map(({ id }) => id)).toEqual([first.id, second.id]);
    while ((await archived()).length < 2) await sleep(100);
    expect(await archived()).toEqual([second.id, first.id]);
  }, 180_000);

  function watched(history: HistoryStore): HistoryStore {
    return Object.assign(Object.create(history) as HistoryStore, {
      append: (row: HistoryRow) =>
        history.append(row).catch((error: unknown) => {
          refused();
          throw error;
        }),
    });
  }

  async function ask(): Promise<TurnDto> {
    const body = { question: QUESTION, session: 'disk', createSession: true, wait: true };
    return (await call<TurnDto>(gateway.url, 'POST /v1/turns', { body })).body;
  }

  async function archived(): Promise<string[]> {
    const { body } = await call<{ turns: readonly TurnDto[] }>(gateway.url, 'GET /v1/turns');
    return body.turns.map(({ id }) => id);
  }

  async function block(write: boolean): Promise<void> {
    const reply = await fetch(`${url}/${prefix}*/_settings`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ 'index.blocks.write': write }),
    });
    expect(reply.status).toBe(200);
  }
});
