import type { TurnRecord } from '@quarry/application/replay';
import { openPlatform, type Platform } from '@quarry/platform';
import { openReplayer } from '@quarry/solo';
import { indexFixture } from '../scenarios/index-fixture';
import { scenarioFiles, type Scenario } from '../scenarios/scenario';
import { startScriptedModel, type ScriptedModel } from '../scripted-model/server';
import { configOf, played, shippedPipeline } from './played';

const HANDBOOK = 'test/fixtures/handbook';

/** A scenario with a model and a second pass. */
const found = scenarioFiles()
  .find(({ pipeline }) => pipeline === 'corag')
  ?.scenarios.find(({ name }) => name.startsWith('one duplicate'));
if (!found) throw new Error('no such scenario');
const scenario: Scenario = found;

describe('a replay', () => {
  let fixture: Awaited<ReturnType<typeof indexFixture>>;
  let model: ScriptedModel;
  let platform: Platform;
  let record: TurnRecord;
  const pipeline = shippedPipeline('corag');

  beforeAll(async () => {
    fixture = await indexFixture(HANDBOOK);
    model = await startScriptedModel({ replies: [] });
    const stage = { dataDir: fixture.dataDir, model };
    platform = await openPlatform(configOf(stage, scenario));
    record = await played(stage, 'corag', scenario, { session: 'first' });
  });
  afterAll(async () => {
    await platform.close();
    await model.close();
    await fixture.remove();
  });

  const replay = (
    of: TurnRecord,
    options: { liveSearch?: boolean; liveModel?: boolean } = {},
    by = pipeline,
  ) => openReplayer(platform).replay(of, by, options);

  it('names the first step that sends another prompt where the pipeline has changed, and says that it has', async () => {
    const [name = ''] = Object.keys(pipeline.prompts).filter((file) => file.includes('gap'));
    const prompt = pipeline.prompts[name];
    if (!prompt) throw new Error('no prompt');
    const prompts = { ...pipeline.prompts, [name]: { ...prompt, system: `${prompt.system}\nBe kind.` } };
    const changed = { ...pipeline, digest: 'other', prompts };
    const result = await replay(record, {}, changed);
    expect(result).toMatchObject({
      verdict: 'different',
      pipeline: { recorded: record.turn.pipeline, replayed: 'corag@other' },
      difference: { what: 'prompt', pass: 1, cameOut: expect.stringContaining('Be kind.') as string },
    });
    const [prior] = record.prompts.filter(({ prompt: file }) => file === name);
    expect(result.difference?.step).toBe(prior?.step);
    expect(result.notes.join()).toContain('The pipeline has changed');
  });

  it('names the first search that finds something else', async () => {
    const settings = { ...pipeline.settings, top_k: 1 };
    const steps = Object.fromEntries(
      Object.entries(pipeline.steps).map(([id, step]) => [
        id,
        { ...step, params: { ...step.params, top_k: 1 } },
      ]),
    );
    const result = await replay(record, {}, { ...pipeline, digest: 'other', settings, steps });
    expect(result).toMatchObject({ verdict: 'different', difference: { what: 'search', pass: 1 } });
  });

  it('takes searches from the record where the index was written again, unless it is to search for real', async () => {
    const later = aDayEarlier(record);
    const fromRecord = await replay(later);
    expect(fromRecord).toMatchObject({ verdict: 'same', searches: 'recorded' });
    expect(fromRecord.notes.join()).toContain('was written again after the turn');
    expect(await replay(later, { liveSearch: true })).toMatchObject({ verdict: 'same', searches: 'live' });
  });

  it('of a record of the version before whose index has changed goes as far as it can, and says what is missing', async () => {
    const { turn, ...rest } = aDayEarlier(record);
    const { reads: _reads, ...older } = turn;
    const result = await replay({ ...rest, turn: older });
    expect(result).toMatchObject({ verdict: 'incomplete', difference: null });
    expect(result.steps.replayed).toBeGreaterThan(0);
    expect(result.steps.replayed).toBeLessThan(result.steps.recorded);
    expect(result.notes.join()).toContain('What this step got from its store was not recorded.');
  });

  it('asks the model only on request, and reports the cost', async () => {
    model.play(() => ({ text: 'Something else.' }));
    const before = model.requests.length;
    const result = await replay(record, { liveModel: true });
    expect(result).toMatchObject({ verdict: 'different', model: 'live' });
    expect(result.spent.modelCalls).toBeGreaterThan(0);
    expect(model.requests.length - before).toBe(result.spent.modelCalls);
    expect((await replay(record)).spent).toEqual({ modelCalls: 0, inputTokens: 0, outputTokens: 0 });
  });

  it('of a cancelled turn goes to where it was cancelled', async () => {
    const stage = { dataDir: fixture.dataDir, model };
    const cancelAfter = record.events.flatMap(({ body }) =>
      body.type === 'step.finished' ? body.step : [],
    )[3];
    if (cancelAfter === undefined) throw new Error('too short');
    const cancelled = await played(stage, 'corag', scenario, { session: 'cancelled', cancelAfter });
    expect(cancelled.turn.end?.outcome).toBe('cancelled');
    const result = await replay(cancelled);
    expect(result).toMatchObject({ verdict: 'same', difference: null });
    expect(result.steps.replayed).toBe(result.steps.recorded);
    expect(result.notes.join()).toContain('The turn ended after step');
  });

  it('of a failed turn goes to where it failed', async () => {
    const stage = { dataDir: fixture.dataDir, model };
    const speechless = { ...scenario, replies: (scenario.replies ?? []).slice(0, 1) };
    const failed = await played(stage, 'corag', speechless, { session: 'failed' });
    expect(failed.turn.end?.outcome).toBe('failed');
    const result = await replay(failed);
    expect(result).toMatchObject({ verdict: 'same', difference: null });
    expect(result.notes.join()).toContain('What came after it is not recorded.');
  });
});

/** The record as if its index had been written again since. */
function aDayEarlier({ turn, events, ...rest }: TurnRecord): TurnRecord {
  const day = 24 * 3_600_000;
  const { askedAt, deadline } = turn;
  return {
    ...rest,
    turn: { ...turn, askedAt: askedAt - day, deadline: deadline - day },
    events: events.map((event) => ({ ...event, at: event.at - day })),
  };
}
