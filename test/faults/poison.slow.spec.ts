import { describeWithRedis } from '../redis/redis-server';
import { AskedTurns } from './asked-turns';
import { deploy, type Deployment } from './deployment';
import { report } from './figures';
import { ALL_SERVICES } from './service-processes';
import type { ServiceProcess } from './service-process';
import type { HopOrder } from './hop-orders';
import { questionOf, twoPasses } from './two-passes';

const WITHOUT_RETRIEVER = 'gateway router graph-expander answerer history-summarizer loop-guard';

describeWithRedis('a turn that kills its worker', () => {
  let quarry: Deployment;
  let turns: AskedTurns;
  let retriever: ServiceProcess;
  beforeAll(async () => {
    quarry = await deploy({ processes: [WITHOUT_RETRIEVER, 'retriever'] });
    quarry.model.play(twoPasses);
    turns = new AskedTurns(quarry);
    retriever = quarry.services.the('retriever');
  }, 300_000);
  afterAll(() => quarry.stop(), 60_000);

  it('ends failed after its attempts, with its reason among the dead letters; others are answered', async () => {
    const dies: HopOrder = { step: 'fetch', point: 'begun', act: 'die', question: '(poison)' };
    await retriever.order(dies);
    const poisoned = turns.ask(questionOf('poison'));
    const others = ['one', 'two', 'three'].map((name) => turns.ask(questionOf(name)));
    const deaths: string[] = [];
    // As an orchestrator does: dead processes are restarted for as long as the turn runs.
    for (;;) {
      const ended = await Promise.race([poisoned, retriever.gone()]);
      if (typeof ended !== 'string') break;
      deaths.push(ended);
      await retriever.start();
      await retriever.order(dies);
    }
    const { turn } = await poisoned;
    expect(turn).toMatchObject({ outcome: 'failed', code: 'poison' });
    // Two deaths together with other turns, which prove nothing, and three alone.
    expect(deaths).toEqual(Array.from({ length: 5 }, () => 'SIGKILL'));
    for (const { turn: other } of await Promise.all(others)) expect(other.outcome).toBe('answered');
    const letters = await fetch(`${await quarry.services.url()}/v1/operations/dead-letters`);
    expect(await letters.json()).toMatchObject({
      deadLetters: [{ id: turn.id, code: 'poison', service: 'retriever', step: 'fetch', attempts: 5 }],
    });
    const { violations, ...figures } = await turns.audit();
    expect(violations).toEqual([]);
    report({
      fault: 'a turn that kills its worker each time',
      ...figures,
      harmful: 1,
      extraModelCalls: null,
      recoveryMs: null,
    });
  }, 300_000);

  it('a hop that blocks its process for longer than the lock harms none; another process takes it over', async () => {
    await quarry.services.add(ALL_SERVICES);
    const before = quarry.model.requests.length;
    await retriever.order({
      step: 'fetch',
      point: 'begun',
      act: { blockMs: 9_000 },
      question: '(blocks',
      times: 1,
    });
    const asked = [1, 2, 3, 4].map((n) => turns.ask(questionOf(`blocks ${n}`)));
    for (const { turn, events } of await Promise.all(asked)) {
      expect(turn.outcome).toBe('answered');
      expect(events.filter(({ type }) => type === 'turn.finished')).toHaveLength(1);
    }
    const { violations, ...figures } = await turns.audit();
    expect(violations).toEqual([]);
    report({
      fault: 'a hop that blocks its process for 9 s',
      ...figures,
      extraModelCalls: quarry.model.requests.length - before - 4 * 3,
      recoveryMs: null,
    });
  }, 300_000);
});
