import type { TurnRecord } from '@quarry/application/replay';
import { openPlatform } from '@quarry/platform';
import { openReplayer } from '@quarry/solo';
import { indexFixture } from '../scenarios/index-fixture';
import { startScriptedModel, type ScriptedModel } from '../scripted-model/server';
import { configOf, played, shippedPipeline } from './played';

const HANDBOOK = 'test/fixtures/handbook';
const ABOUT_DOCS = 'How many hits does a search return by default, and which setting changes it?';
const QUESTION = 'Who leads the design of Aurora, and in which office do they work?';

/** The pipelines that search this folder by meaning. */
const PIPELINES = ['adaptive', 'agent', 'cgrag', 'code', 'corag'];

/** Both rank sections by meaning where the tree of all documents is too long for a prompt. */
const BY_SECTION = ['extraction', 'planner'];
const DOCS = 'docs';

/** Vectors of the scripted server depend on the words alone, so that they are the same on every machine. */
describe('a replay of a turn that searched by meaning', () => {
  let model: ScriptedModel;
  let fixtures: Record<string, Awaited<ReturnType<typeof indexFixture>>>;
  let embedderUrl: string;

  beforeAll(async () => {
    model = await startScriptedModel({ replies: [] });
    embedderUrl = `openai:${model.baseUrl}#hash-64`;
    fixtures = {
      [HANDBOOK]: await indexFixture(HANDBOOK, { embedderUrl }),
      [DOCS]: await indexFixture(DOCS, { embedderUrl }),
    };
  });
  afterAll(async () => {
    for (const fixture of Object.values(fixtures)) await fixture.remove();
    await model.close();
  });

  it.each([
    ...PIPELINES.map((name) => [name, HANDBOOK, QUESTION, ['partial']] as const),
    ...BY_SECTION.map((name) => [name, DOCS, ABOUT_DOCS, ['partial', 'insufficient']] as const),
  ])(
    'of %s over %s comes out the same, over the index and from the record',
    async (name, folder, question, outcomes) => {
      const { dataDir = '' } = fixtures[folder] ?? {};
      const stage = { dataDir, model, embedderUrl };
      const platform = await openPlatform(configOf(stage));
      try {
        const scenario = { name, question, expect: { outcome: 'partial' } };
        const record = await played(stage, name, scenario, { session: name });
        expect(outcomes).toContain(record.turn.end?.outcome);
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
      } finally {
        await platform.close();
      }
    },
  );
});

function withIndexGone(record: TurnRecord): TurnRecord {
  return JSON.parse(JSON.stringify(record).replaceAll(/"index":"[^"@]+@/g, '"index":"gone@')) as TurnRecord;
}
