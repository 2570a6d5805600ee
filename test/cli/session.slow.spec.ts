import type { PipelineStatistics } from '@quarry/application/operations';
import type { TurnDto } from '@quarry/client';
import { describeWithRedis, TestRedis } from '../redis/redis-server';
import { ROOT, Workplace } from './quarry';

const CANCEL = 'What happens to stock when an invoice is cancelled?';
const STATUS = 'Which statuses can a cancelled invoice have?';
const MAIL = 'Which notifiers are there?';

/** 000, "Session Caching": every question is asked in a process of its own; what is found by `session` came from an earlier one. */
describe('a session over several processes', () => {
  let at: Workplace;
  beforeAll(async () => {
    at = new Workplace();
    const indexed = await at.run([
      'index',
      `${ROOT}/test/fixtures/dotnet-shop/app`,
      '--no-vectors',
      ...data(),
    ]);
    expect(indexed).toMatchObject({ code: 0 });
  });
  afterAll(() => at.remove());

  const data = (): readonly string[] => ['--data', at.path('data')];
  async function ask(question: string, session: string, env: Readonly<Record<string, string>> = {}) {
    const { out, err, code } = await at.run(['ask', question, '--session', session, '--json', ...data()], {
      env,
    });
    expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
    const { evidence, misses } = JSON.parse(out) as TurnDto;
    return {
      recalled: evidence.filter(({ foundBy }) => foundBy === 'session').map(({ path }) => path),
      misses,
    };
  }

  async function expectSession(env: Readonly<Record<string, string>>): Promise<void> {
    expect((await ask(CANCEL, 'tax', env)).recalled).toEqual([]);
    const followUp = await ask(STATUS, 'tax', env);
    expect(followUp.recalled.length).toBeGreaterThan(0);
    expect(followUp.recalled.every((path) => /invoice|tables/i.test(path))).toBe(true);
    // Another topic gets nothing of it, and another session knows nothing.
    expect((await ask(MAIL, 'tax', env)).recalled).toEqual([]);
    expect((await ask(STATUS, 'another', env)).recalled).toEqual([]);
  }

  it('remembers what it has found in the data folder', () => expectSession({}));

  it('shows in the statistics of its turns', async () => {
    const { out } = await at.run(['turns', 'stats', '--json', ...data()]);
    const [code] = JSON.parse(out) as PipelineStatistics[];
    expect(code).toMatchObject({
      pipeline: 'code',
      turns: 4,
      measured: 4,
      recallRate: 0.25,
      meanModelCalls: 0,
    });
    const shown = await at.run(['turns', 'stats', ...data()]);
    expect(shown.out).toMatch(
      /code: 4 turns .*\n.*passes .*\n(.*asked .*\n)?.*session +gave evidence to 25 %/,
    );
  });

  describeWithRedis('with its cache in Redis', () => {
    let redis: TestRedis;
    beforeAll(async () => {
      redis = await TestRedis.start();
    });
    afterAll(() => redis.stop());

    it('remembers it there', () => expectSession({ SESSION_CACHE_URL: redis.url }));
  });
});
