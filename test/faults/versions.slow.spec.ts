import { describeWithRedis } from '../redis/redis-server';
import { AskedTurns } from './asked-turns';
import { deploy, type Deployment } from './deployment';
import { report } from './figures';
import { PipelineFolder } from './pipeline-folder';
import { ALL_SERVICES } from './service-processes';
import { questionOf, twoPasses } from './two-passes';

const OTHERS = 'gateway router retriever graph-expander answerer history-summarizer';

/** The code pipeline under another name; its description changes the digest. */
const pipeline = (description: string): string => `pipeline:
  name: rolling
  extends: code
  description: ${description}
`;

describeWithRedis('two versions side by side, in a rolling restart', () => {
  let quarry: Deployment;
  let turns: AskedTurns;
  let folder: PipelineFolder;
  beforeAll(async () => {
    folder = await PipelineFolder.with({ rolling: pipeline('The older one.') });
    quarry = await deploy({ processes: [OTHERS], environment: { QUARRY_PIPELINES: folder.path } });
    quarry.model.play(twoPasses);
    turns = new AskedTurns(quarry);
  }, 300_000);
  afterAll(async () => {
    await quarry.stop();
    await folder.remove();
  }, 60_000);

  it('a worker leaves an unknown turn to one that knows it, and a turn continues with its pipeline', async () => {
    const { services } = quarry;
    // Workers of an older version: one knows only an older form of turns, one lacks an action.
    const [older, poorer] = await Promise.all([
      services.add('loop-guard', { QUARRY_TEST_TURN_FORMAT: '1' }),
      services.add('retriever', { QUARRY_TEST_WITHOUT_ACTION: 'fetch_more_context' }),
    ]);
    const running = [1, 2, 3].map((n) => turns.ask(questionOf(`version ${n}`), { pipeline: 'rolling' }));
    // All of them reach the guard, where no process understands them.
    const waiting = async (): Promise<number> => {
      const views = [];
      for await (const turn of turns.client.turns({ limit: 10 })) views.push(turn);
      return views.filter(({ status }) => status === 'running').length;
    };
    await older.left(3);
    expect(await waiting()).toBe(3);

    await folder.write('rolling', pipeline('The newer one.'));
    await services.add(ALL_SERVICES);
    const ended = await Promise.all(running);
    const digests = new Set(ended.map(({ turn }) => turn.pipeline));
    expect(ended.map(({ turn }) => turn.outcome)).toEqual(['answered', 'answered', 'answered']);
    expect(digests.size).toBe(1);
    expect(ended.flatMap(({ events }) => events.filter(({ type }) => type === 'reset'))).toEqual([]);
    await Promise.all([older.kill(), poorer.kill(), services.the('gateway').kill()]);
    const { turn: next } = await turns.ask(questionOf('version next'), { pipeline: 'rolling' });
    expect(next.outcome).toBe('answered');
    expect(digests.has(next.pipeline)).toBe(false);
    const { violations, ...figures } = await turns.audit();
    expect(violations).toEqual([]);
    report({ fault: 'two versions side by side', ...figures, extraModelCalls: null, recoveryMs: null });
  }, 300_000);
});
