import { describeWithRedis } from '../redis/redis-server';
import { AskedTurns } from './asked-turns';
import { deploy, type Deployment } from './deployment';
import { report } from './figures';
import { ALL_SERVICES } from './service-processes';
import { ANSWER, questionOf, twoPasses } from './two-passes';

/** Where each of the seven is killed: in the middle of that step. */
const KILLED = [
  { service: 'router', step: 'route', point: 'begun' },
  { service: 'history-summarizer', step: 'persist', point: 'done' },
  { service: 'retriever', step: 'fetch', point: 'done' },
  { service: 'graph-expander', step: 'expand', point: 'begun' },
  { service: 'loop-guard', step: 'guard', point: 'done' },
  { service: 'gateway', step: 'finalize', point: 'done' },
] as const;

describeWithRedis('each of the seven services, killed in the middle of a hop', () => {
  let quarry: Deployment;
  let turns: AskedTurns;
  beforeAll(async () => {
    quarry = await deploy();
    turns = new AskedTurns(quarry);
  }, 300_000);
  afterAll(() => quarry.stop(), 60_000);

  it('the turn is answered, once, and its stream has no gap', async () => {
    const { services, model } = quarry;
    model.play(twoPasses);
    await turns.ask(questionOf('undisturbed'));
    const undisturbed = model.requests.length;

    // The answerer dies while the model writes: the first reply to this question stops in its middle.
    let cut = 0;
    model.play((request) => {
      const reply = twoPasses(request);
      const isAnswer = reply.text?.includes(ANSWER) === true && request.last.includes('(answerer)');
      return isAnswer && ++cut === 1 ? { ...reply, fault: { kind: 'hang', after: 120 } } : reply;
    });
    let writing = (): void => undefined;
    const isWriting = new Promise<void>((resolve) => (writing = resolve));
    const running = [
      turns.ask(questionOf('answerer'), {}, ({ type }) => {
        if (type === 'answer.delta') writing();
      }),
    ];
    for (const { service, step, point } of KILLED) {
      await services.the(service).order({ step, point, act: 'wait', question: `(${service})`, times: 1 });
      running.push(turns.ask(questionOf(service)));
    }
    await Promise.all([isWriting, ...KILLED.map(({ service }) => services.the(service).reached())]);
    await Promise.all(services.all.map((process) => process.kill()));
    await services.add(ALL_SERVICES);
    const back = Date.now();
    const ended = await Promise.all(running);

    for (const { turn, events } of ended) {
      expect({ outcome: turn.outcome, text: turn.answer?.text }).toEqual({
        outcome: 'answered',
        text: expect.stringContaining('dbo.Invoice_Cancel') as string,
      });
      expect(events.filter(({ type }) => type === 'reset').length).toBeGreaterThanOrEqual(1);
      const kept = await turns.client.session(turn.session);
      expect(kept.turns.map(({ id }) => id)).toEqual([turn.id]);
    }
    const extraModelCalls = model.requests.length - undisturbed * (1 + ended.length);
    expect(extraModelCalls).toBeGreaterThanOrEqual(1);
    expect(extraModelCalls).toBeLessThanOrEqual(ended.length);
    const { violations, ...figures } = await turns.audit();
    expect(violations).toEqual([]);
    expect(figures).toMatchObject({ accepted: 8, ended: 8 });
    report({
      fault: 'kill -9 of all seven services, each in the middle of a hop',
      ...figures,
      extraModelCalls,
      recoveryMs: Math.max(...ended.map(({ endedAt }) => endedAt)) - back,
    });
  }, 300_000);
});
