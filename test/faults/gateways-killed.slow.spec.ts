import { describeWithRedis } from '../redis/redis-server';
import { AskedTurns } from './asked-turns';
import { deploy, type Deployment } from './deployment';
import { LONG, report } from './figures';
import { ANSWER, questionOf, twoPasses } from './two-passes';

const CLIENTS = LONG ? 60 : 16;
/** All of them are in the middle of their answers at the same time. */
const CONCURRENCY = '100';
const WORKERS = 'router retriever graph-expander answerer history-summarizer loop-guard';

describeWithRedis('a gateway that dies with open streams', () => {
  let quarry: Deployment;
  let turns: AskedTurns;
  beforeAll(async () => {
    quarry = await deploy({
      processes: ['gateway', 'gateway', WORKERS],
      environment: { QUARRY_CONCURRENCY: CONCURRENCY },
    });
    turns = new AskedTurns(quarry);
  }, 300_000);
  afterAll(() => quarry.stop(), 60_000);

  it('they continue at the other one, without a gap or a repeat; a repeated question starts nothing', async () => {
    const { services, model } = quarry;
    let go = (): void => undefined;
    const until = new Promise<void>((resolve) => (go = resolve));
    // Every answer stops in its middle until the gateway is dead.
    model.play((request) => {
      const reply = twoPasses(request);
      return reply.text?.includes(ANSWER) === true
        ? { ...reply, fault: { kind: 'held', after: 120, until } }
        : reply;
    });
    const writing = new Set<string>();
    let allWrite = (): void => undefined;
    const areWriting = new Promise<void>((resolve) => (allWrite = resolve));
    const names = Array.from({ length: CLIENTS }, (_, n) => `client-${n}`);
    const running = names.map((name) =>
      turns.ask(questionOf(name), { idempotencyKey: name }, ({ type }) => {
        if (type === 'answer.delta' && writing.add(name).size === CLIENTS) allWrite();
      }),
    );
    await areWriting;
    const dying = services.the('gateway');
    const openThere = turns.streams.get(dying.url) ?? 0;
    expect(openThere).toBeGreaterThan(0);
    await dying.kill();
    const killed = Date.now();

    const again = await Promise.all(
      names.map((name) => turns.client.start(questionOf(name), { idempotencyKey: name })),
    );
    expect(again.map(({ existing, status }) => ({ existing, status }))).toEqual(
      names.map(() => ({ existing: true, status: 'running' })),
    );
    const recoveryMs = Date.now() - killed;
    go();
    const ended = await Promise.all(running);

    expect(ended.map(({ turn }) => [turn.id, turn.outcome])).toEqual(again.map(({ id }) => [id, 'answered']));
    expect(turns.resumed).toBeGreaterThanOrEqual(openThere);
    const { violations, ...figures } = await turns.audit();
    expect(violations).toEqual([]);
    expect(figures).toMatchObject({ accepted: CLIENTS, ended: CLIENTS });
    report({
      fault: 'a gateway killed (-9) with open streams',
      ...figures,
      extraModelCalls: null,
      recoveryMs,
    });
  }, 300_000);
});
