import type { TurnRecord } from '@quarry/application/replay';
import { openPlatform, type Platform } from '@quarry/platform';
import { openReplayer } from '@quarry/solo';
import { indexFixture } from '../scenarios/index-fixture';
import { startScriptedModel, type ScriptedModel } from '../scripted-model/server';
import { configOf, played, shippedPipeline } from './played';

const HANDBOOK = 'test/fixtures/handbook';
const QUESTION = 'Who leads the design of Aurora, and in which office do they work?';

/** The pipelines that search this folder by meaning: the others read its documents section by section. */
const PIPELINES = ['adaptive', 'agent', 'cgrag', 'code', 'corag'];

/** Vectors of the scripted server depend on the words alone, so that they are the same on every machine. */
describe('a replay of a turn that searched by meaning', () => {
  let model: ScriptedModel;
  let stage: { readonly dataDir: string; readonly model: ScriptedModel; readonly embedderUrl: string };
  let fixture: Awaited<ReturnType<typeof indexFixture>>;
  let platform: Platform;

  beforeAll(async () => {
    model = await startScriptedModel({ replies: [] });
    const embedderUrl = `openai:${model.baseUrl}#hash-64`;
    fixture = await indexFixture(HANDBOOK, { embedderUrl });
    stage = { dataDir: fixture.dataDir, model, embedderUrl };
    platform = await openPlatform(configOf(stage));
  });
  afterAll(async () => {
    await platform.close();
    await fixture.remove();
    await model.close();
  });

  it.each(PIPELINES)('of %s comes out the same, over the index and from the record', async (name) => {
    const scenario = { name, question: QUESTION, expect: { outcome: 'partial' } };
    const record = await played(stage, name, scenario, { session: name });
    const byMeaning = record.turn.searches.filter(({ mode }) => mode === 'hybrid' || mode === 'semantic');
    expect(byMeaning.length).toBeGreaterThan(0);
    expect(byMeaning.flatMap(({ fallback }) => fallback ?? [])).toEqual([]);
    for (const [searches, of] of [
      ['live', record],
      ['recorded', withIndexGone(record)],
    ] as const) {
      const replay = await openReplayer(platform).replay(of, shippedPipeline(name), {});
      expect(replay).toMatchObject({ verdict: 'same', difference: null, searches });
      expect(replay.steps.replayed).toBe(replay.steps.recorded);
    }
  });
});

function withIndexGone(record: TurnRecord): TurnRecord {
  return JSON.parse(JSON.stringify(record).replaceAll(/"index":"[^"@]+@/g, '"index":"gone@')) as TurnRecord;
}
