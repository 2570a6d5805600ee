import { openPlatform, type Platform } from '@quarry/platform';
import { openReplayer } from '@quarry/solo';
import { sampleOf } from '../sample';
import { indexFixture } from '../scenarios/index-fixture';
import { scenarioFiles } from '../scenarios/scenario';
import { startScriptedModel, type ScriptedModel } from '../scripted-model/server';
import { configOf, played, shippedPipeline } from './played';

/** Every scenario of every shipped pipeline, replayed over the index as it is and from the record alone. */
const WAYS = ['over the same index', 'from the record alone'] as const;

describe.each(scenarioFiles())('turns of $pipeline', ({ pipeline, index, scenarios }) => {
  let fixture: Awaited<ReturnType<typeof indexFixture>>;
  let model: ScriptedModel;
  let platform: Platform;

  beforeAll(async () => {
    fixture = await indexFixture(index);
    model = await startScriptedModel({ replies: [] });
    platform = await openPlatform(configOf({ dataDir: fixture.dataDir, model }));
  });
  afterAll(async () => {
    await platform.close();
    await model.close();
    await fixture.remove();
  });

  const cases = scenarios.flatMap((scenario, at) => WAYS.map((way) => ({ way, at, ...scenario })));
  it.each(sampleOf(cases))('replay $way: $name', async ({ way, at, ...scenario }) => {
    const { dataDir } = fixture;
    const session = `${pipeline}-${at}-${WAYS.indexOf(way)}`;
    const record = await played({ dataDir, model }, pipeline, scenario, { session });
    const before = JSON.stringify(record);
    const kept = way === 'over the same index' ? record : withIndexGone(record);
    const asked = model.requests.length;
    const replay = await openReplayer(platform).replay(kept, shippedPipeline(pipeline), {});
    expect({ ...replay, notes: [] }).toMatchObject({
      verdict: 'same',
      difference: null,
      searches: way === 'over the same index' ? 'live' : expect.any(String),
    });
    expect(model.requests).toHaveLength(asked);
    expect(JSON.stringify(record)).toBe(before);
  });
});

/** The record of a turn whose index does not exist any more. */
function withIndexGone<T>(record: T): T {
  return JSON.parse(JSON.stringify(record).replaceAll(/"index":"[^"@]+@/g, '"index":"gone@')) as T;
}
