import { describeWithRedis } from '../redis/redis-server';
import { AskedTurns, type Followed } from './asked-turns';
import { deploy, type Deployment } from './deployment';
import { report } from './figures';
import type { ServiceProcess } from './service-process';
import { ANSWER, questionOf, twoPasses } from './two-passes';

/** A service that waits in a step, as it does for a slow store. */
const STEPS = [
  { service: 'router', step: 'route' },
  { service: 'retriever', step: 'fetch' },
  { service: 'graph-expander', step: 'expand' },
  { service: 'loop-guard', step: 'guard' },
  { service: 'history-summarizer', step: 'load_history' },
  { service: 'gateway', step: 'finalize' },
] as const;
const WORKERS = 'gateway router graph-expander answerer history-summarizer loop-guard';
/** What the model has written of the answer when the turn is cancelled. */
const SAID_SO_FAR = 'dbo.Invoice_Cancel';

describeWithRedis('cancel', () => {
  let quarry: Deployment;
  let turns: AskedTurns;
  const processOf = (service: string): ServiceProcess => quarry.services.the(service);
  beforeAll(async () => {
    quarry = await deploy({ processes: [WORKERS, 'retriever'] });
    quarry.model.play(twoPasses);
    turns = new AskedTurns(quarry);
  }, 300_000);
  afterAll(() => quarry.stop(), 60_000);

  const expectCancelled = ({ turn, events }: Followed): void => {
    expect(turn.outcome).toBe('cancelled');
    expect(events.filter(({ type }) => type === 'turn.finished')).toHaveLength(1);
  };

  it('ends the request to the model in its middle, and keeps what was found, written and spent', async () => {
    const never = new Promise<void>(() => undefined);
    quarry.model.play((request) => {
      const reply = twoPasses(request);
      const isAnswer = reply.text?.includes(ANSWER) === true;
      return isAnswer ? { ...reply, fault: { kind: 'held', after: 130, until: never } } : reply;
    });
    const { id } = await turns.client.start(questionOf('mid answer'));
    let cancelledAt = 0;
    let written = '';
    const followed = turns.follow(id, (event) => {
      if (event.type === 'answer.delta') written += event.text;
      if (!written.includes(SAID_SO_FAR) || cancelledAt > 0) return;
      cancelledAt = Date.now();
      void turns.client.cancel(id);
    });
    const ended = await followed;
    quarry.model.play(twoPasses);
    const { turn, endedAt } = ended;
    expectCancelled(ended);
    // The model would never have come to the end of it.
    await quarry.model.requests.at(-1)?.gone;
    expect(turn.answer?.text).toContain(SAID_SO_FAR);
    expect(turn.answer?.text).not.toContain('its reason');
    expect(turn.evidence.length).toBeGreaterThan(0);
    // Of the call that was broken off as well: the route, the request for more, and this one.
    expect(turn.spent?.modelCalls).toBe(3);
    expect(turn.spent?.outputTokens).toBeGreaterThan(0);
    const { violations, ...figures } = await turns.audit();
    expect(violations).toEqual([]);
    report({
      fault: 'cancelled in the middle of a model call',
      ...figures,
      extraModelCalls: null,
      recoveryMs: endedAt - cancelledAt,
    });
  }, 120_000);

  it.each(STEPS)(
    'reaches $service in the middle of $step',
    async ({ service, step }) => {
      const name = `in ${service}`;
      await processOf(service).order({ step, point: 'begun', act: 'wait', question: `(${name})` });
      const followed = turns.ask(questionOf(name));
      const { turn: id } = await processOf(service).reached();
      expect(await turns.client.cancel(id)).toMatchObject({ cancelled: true });
      // It has ended before the step continues.
      expectCancelled(await followed);
      expect(await turns.client.cancel(id)).toMatchObject({ cancelled: false });
      await processOf(service).order();
      await processOf(service).go();
    },
    60_000,
  );

  it('of a turn that waits in a queue, or for its next delivery, is done at once', async () => {
    const retriever = processOf('retriever');
    await retriever.term();
    const waits = turns.client.start(questionOf('in the queue'));
    const { id } = await waits;
    expect(await turns.client.cancel(id)).toMatchObject({ cancelled: true });
    expect(await turns.client.turn(id)).toMatchObject({ outcome: 'cancelled' });
    await retriever.start();
  }, 120_000);

  it('does not wait for a process that is frozen', async () => {
    const retriever = processOf('retriever');
    await retriever.order({ step: 'fetch', point: 'begun', act: 'wait' });
    const followed = turns.ask(questionOf('frozen'));
    const { turn: id } = await retriever.reached();
    retriever.freeze();
    expect(await turns.client.cancel(id)).toMatchObject({ cancelled: true });
    expectCancelled(await followed);
    retriever.thaw();
    await retriever.order();
    await retriever.go();
    expect((await turns.ask(questionOf('next'))).turn.outcome).toBe('answered');
  }, 120_000);
});
