import { QuarryProblem } from '@quarry/client';
import { EmbeddedServer } from './embedded-server';
import { LONG, report } from './figures';
import type { HopOrder } from './hop-orders';
import { questionOf, twoPasses } from './two-passes';

const TURNS = LONG ? 200 : 12;
const AT_ONCE = LONG ? 6 : 3;
const KILLS = LONG ? 48 : 4;
/** Fewer deaths prove nothing: what survives one must survive the next. */
const LEAST_KILLS = 2;
const UP_MS = { least: 500, most: 2_500 } as const;
/** One more than the attempts that a hop has. */
const STOPS = 4;

jest.setTimeout(LONG ? 1_800_000 : 300_000);

describe('quarry serve without Redis', () => {
  let server: EmbeddedServer;
  const never = new Promise<void>(() => undefined);
  beforeEach(async () => {
    server = await EmbeddedServer.start({ QUARRY_CLOSE_WAIT: '1' });
    server.model.play(twoPasses);
  });
  afterEach(() => server.stop());

  /** The first model call of the turn that is asked next never comes to its end, until the function that is given back is called. */
  const holdModel = (): { readonly isHeld: () => Promise<void>; readonly letGo: () => void } => {
    const asked = server.model.requests.length;
    server.model.play((request) => ({
      ...twoPasses(request),
      fault: { kind: 'held', after: 0, until: never },
    }));
    return {
      isHeld: async () => {
        while (server.model.requests.length === asked)
          await new Promise((resolve) => setTimeout(resolve, 20));
      },
      letGo: () => server.model.play(twoPasses),
    };
  };
  const statusOf = async (id: string): Promise<string | null> => (await server.client.turn(id)).status;
  const listed = async (): Promise<readonly string[]> => {
    const ids: string[] = [];
    for await (const { id } of server.client.turns()) ids.push(id);
    return ids;
  };

  it('asked to stop, however often, resumes its turns after the next start; streams announce it, and no attempt is used up', async () => {
    let { isHeld, letGo } = holdModel();
    const { id } = await server.client.start(questionOf('stopped'));
    const followed = server.follow(id);
    const idle = await server.client.start(questionOf('beside'));
    for (let stops = 0; stops < STOPS; stops++) {
      await isHeld();
      expect(await server.process.term()).toBe(0);
      expect(server.process.output).toContain('quarry: closed');
      ({ isHeld, letGo } = holdModel());
      await server.process.start();
      expect(server.process.output).toContain('2 accepted turns resume where they stopped');
      expect(await statusOf(id)).toBe('running');
      expect((await listed()).toSorted()).toEqual([id, idle.id].toSorted());
    }
    await isHeld();
    letGo();
    await server.process.term();
    await server.process.start();
    const events = await followed;
    await server.follow(idle.id);
    expect(events.filter(({ type }) => type === 'turn.suspended')).toHaveLength(STOPS + 1);
    expect(events.at(-1)).toMatchObject({ type: 'turn.finished', outcome: 'answered' });
    expect(await server.audit()).toMatchObject({
      accepted: 2,
      ended: 2,
      lost: 0,
      doubled: 0,
      violations: [],
    });
  });

  it('a stream of a stopped server ends with turn.suspended, which names the event after which to reconnect', async () => {
    const { isHeld } = holdModel();
    const { id } = await server.client.start(questionOf('raw'));
    const stream = await fetch(`${server.process.url}/v1/turns/${id}/events`);
    const text = stream.text();
    const waiting = fetch(`${server.process.url}/v1/turns`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ question: questionOf('waits'), wait: true }),
    });
    await isHeld();
    await server.process.term();
    const messages = (await text).trim().split('\n\n');
    const last = messages.at(-1)?.split('\n') ?? [];
    const before = messages.at(-2)?.split('\n') ?? [];
    expect(last[1]).toBe('event: turn.suspended');
    expect(last[0]).toBe(before[0]);
    expect(JSON.parse(last[2]?.slice('data: '.length) ?? '')).toMatchObject({
      message: expect.stringContaining('resumes the turn'),
    });
    // The waiting client receives the acceptance of the turn.
    expect(await (await waiting).json()).toMatchObject({ status: 'running' });
  });

  it('killed while the model is slow: the turn continues, its stream resumes, and its key starts nothing new', async () => {
    const { isHeld, letGo } = holdModel();
    const { id } = await server.client.start(questionOf('killed'), { idempotencyKey: 'once' });
    const followed = server.follow(id);
    await isHeld();
    await server.process.kill();
    letGo();
    await server.process.start();
    expect((await server.client.start(questionOf('killed'), { idempotencyKey: 'once' })).id).toBe(id);
    expect((await followed).at(-1)).toMatchObject({ type: 'turn.finished', outcome: 'answered' });
    expect(server.resumed).toBeGreaterThan(0);
    expect(await server.audit()).toMatchObject({ accepted: 1, ended: 1, streamGaps: 0, violations: [] });
    expect(await listed()).toEqual([id]);
  });

  it('killed at random: every accepted turn is answered once, and no stream has a gap', async () => {
    await server.client.start(questionOf('undisturbed')).then(({ id }) => server.follow(id));
    const each = server.model.requests.length;
    let asked = 0;
    let kills = 0;
    const run = { isOver: false };
    const killing = (async () => {
      while (!run.isOver && kills < KILLS) {
        const ms = UP_MS.least + (UP_MS.most - UP_MS.least) * Math.random();
        await new Promise((resolve) => setTimeout(resolve, ms));
        await server.process.kill();
        kills++;
        await server.process.start();
      }
    })();
    const outcomes: string[] = [];
    const clients = Array.from({ length: AT_ONCE }, async () => {
      // A machine that is fast between two kills answers all of them: then more are asked.
      while (asked < TURNS || kills < LEAST_KILLS) {
        const name = `random ${asked++}`;
        const { id } = await accepted(name);
        const last = (await server.follow(id)).at(-1);
        outcomes.push(last?.type === 'turn.finished' ? last.outcome : 'none');
      }
    });
    await Promise.all(clients);
    run.isOver = true;
    await killing;
    expect(outcomes).toEqual(Array.from({ length: asked }, () => 'answered'));
    const { violations, ...figures } = await server.audit();
    expect(violations).toEqual([]);
    expect(kills).toBeGreaterThanOrEqual(LEAST_KILLS);
    report({
      fault: `quarry serve without Redis, killed (-9) ${kills} times`,
      ...figures,
      hopsDoubled: null,
      extraModelCalls: server.model.requests.length - each * (asked + 1),
      streamsResumed: server.resumed,
      recoveryMs: null,
    });
  });

  it('a turn that kills it each time ends failed, with its reason; concurrent turns are answered', async () => {
    const dies: HopOrder = { step: 'fetch', point: 'begun', act: 'die', question: '(poison)' };
    await server.stop();
    server = await EmbeddedServer.start({ QUARRY_TEST_ORDERS: JSON.stringify([dies]) });
    server.model.play(twoPasses);
    // It may die before it has said 202.
    const poisoned = accepted('poison').then(({ id }) => server.follow(id));
    const others = accepted('beside it').then(({ id }) => server.follow(id));
    let deaths = 0;
    for (;;) {
      const ended = await Promise.race([poisoned, server.process.gone()]);
      if (typeof ended !== 'string') break;
      expect(ended).toBe('SIGKILL');
      deaths++;
      // It may die before it has said that it is up.
      await server.process.start().catch(() => undefined);
    }
    expect((await poisoned).at(-1)).toMatchObject({ outcome: 'failed', code: 'poison' });
    expect((await others).at(-1)).toMatchObject({ outcome: 'answered' });
    expect(deaths).toBeGreaterThanOrEqual(3);
    expect(deaths).toBeLessThanOrEqual(5);
    expect(await server.audit()).toMatchObject({ violations: [] });
  });

  /** As products do: the same question under the same key, until it is accepted. */
  async function accepted(name: string): Promise<{ readonly id: string }> {
    for (;;) {
      try {
        return await server.client.start(questionOf(name), { idempotencyKey: name.replaceAll(' ', '-') });
      } catch (error) {
        if (!(error instanceof QuarryProblem) || error.status !== 0) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }
});
