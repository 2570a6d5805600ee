import type { TurnRecord } from '@quarry/application/replay';
import { openPlatform, type Platform } from '@quarry/platform';
import { openReplayer } from '@quarry/solo';
import { sampleOf } from '../sample';
import { indexFixture } from '../scenarios/index-fixture';
import { scenarioFiles, type Scenario } from '../scenarios/scenario';
import { startScriptedModel, type ScriptedModel } from '../scripted-model/server';
import { configOf, played, shippedPipeline } from './played';

/** Every scenario of every shipped pipeline is played, and its record replayed in each way. */
const WAYS = {
  'over the same index': (record: TurnRecord) => record,
  'from the record alone': withIndexGone,
  'from a record of the version before': withoutReads,
} as const satisfies Record<string, (record: TurnRecord) => TurnRecord>;
type Way = keyof typeof WAYS;

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

  const ways = Object.keys(WAYS) as Way[];
  const cases = scenarios.flatMap((scenario, at) => ways.map((way) => ({ way, at, ...scenario })));
  it.each(sampleOf(cases))('replay $way: $name', async ({ way, at, ...scenario }) => {
    const { dataDir } = fixture;
    const session = `${pipeline}-${at}-${ways.indexOf(way)}`;
    const record = WAYS[way](await played({ dataDir, model }, pipeline, scenario, { session }));
    const before = JSON.stringify(record);
    const asked = model.requests.length;
    const replay = await openReplayer(platform).replay(record, shippedPipeline(pipeline), {});
    expect(replay.difference).toBeNull();
    // What an earlier version did not record of a session or of a lost store, it says.
    const isWhole = way !== 'from a record of the version before' || !lacksReads(scenario);
    expect(replay).toMatchObject(
      isWhole ? { verdict: 'same', steps: { replayed: replay.steps.recorded } } : { difference: null },
    );
    expect(model.requests).toHaveLength(asked);
    expect(JSON.stringify(record)).toBe(before);
  });
});

/** Whether a turn got something from stores that say something else, or nothing, by the time of the replay. */
function lacksReads({ before = [], away = [] }: Scenario): boolean {
  return before.length > 0 || away.length > 0;
}

/** The record of a turn whose index does not exist any more. */
function withIndexGone(record: TurnRecord): TurnRecord {
  return JSON.parse(JSON.stringify(record).replaceAll(/"index":"[^"@]+@/g, '"index":"gone@')) as TurnRecord;
}

function withoutReads({ turn, ...record }: TurnRecord): TurnRecord {
  const { reads: _reads, ...older } = turn;
  return { ...record, turn: older };
}
