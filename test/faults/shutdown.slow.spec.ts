import { describeWithRedis } from '../redis/redis-server';
import { AskedTurns } from './asked-turns';
import { deploy, type Deployment } from './deployment';
import { LONG, report } from './figures';
import { ALL_SERVICES } from './service-processes';
import { questionOf, twoPasses } from './two-passes';
import { QUEUE_NAMES } from '@quarry/solo';

const CLOSE_SECONDS = 2;
/** Turns at a time while processes are replaced. */
const AT_ONCE = 4;

describeWithRedis('processes that are asked to end (SIGTERM) under load', () => {
  let quarry: Deployment;
  let turns: AskedTurns;
  beforeAll(async () => {
    quarry = await deploy({
      processes: LONG ? QUEUE_NAMES : [ALL_SERVICES],
      environment: { QUARRY_CLOSE_WAIT: String(CLOSE_SECONDS) },
    });
    turns = new AskedTurns(quarry);
  }, 300_000);
  afterAll(() => quarry.stop(), 60_000);

  it('hand back at once what does not end within the limit, and no turn fails', async () => {
    const { services, model, redis } = quarry;
    model.play(twoPasses);
    await turns.ask(questionOf('undisturbed'));
    const undisturbed = model.requests.length;
    // The first model call of one turn takes longer than any process waits. A repeated call is answered.
    let held = 0;
    const never = new Promise<void>(() => undefined);
    let asked = (): void => undefined;
    const isHeld = new Promise<void>((resolve) => (asked = resolve));
    model.play((request) => {
      const reply = twoPasses(request);
      if (!request.last.includes('(held)') || ++held > 1) return reply;
      asked();
      return { ...reply, fault: { kind: 'held', after: 0, until: never } };
    });
    const slow = turns.ask(questionOf('held'));
    await isHeld;

    const lastTurns = turns.load(AT_ONCE);
    const codes: (number | null)[] = [];
    for (const old of services.all.slice()) {
      await services.add(old.name);
      const ending = old.term();
      // It says that it is not ready before it is gone, for balancers to send nothing more.
      while (old.isAlive && (await old.isReady())) await new Promise((resolve) => setTimeout(resolve, 20));
      codes.push(await ending);
    }
    const back = Date.now();
    const ended = await slow;
    const outcomes = (await lastTurns()).map(({ turn }) => turn.outcome);

    expect(codes).toEqual(codes.map(() => 0));
    expect(ended.turn.outcome).toBe('answered');
    expect(outcomes).toEqual(outcomes.map(() => 'answered'));
    // BullMQ found no job whose worker was lost: what ran was handed back.
    const client = redis.client();
    const stalled = await Promise.all(
      QUEUE_NAMES.map(async (name) => {
        const events = await client.xrange(`{quarry:0}:${name}:events`, '-', '+');
        return events.filter(([, fields]) => fields.includes('stalled')).length;
      }),
    );
    client.disconnect();
    expect(stalled).toEqual(QUEUE_NAMES.map(() => 0));
    const { violations, ...figures } = await turns.audit();
    expect(violations).toEqual([]);
    report({
      fault: 'SIGTERM, one process after another, under load',
      ...figures,
      extraModelCalls: model.requests.length - undisturbed * figures.accepted,
      recoveryMs: Math.max(0, ended.endedAt - back),
    });
  }, 300_000);
});
