import type { Carrier } from '@quarry/engine';
import { createBullmqCarrier } from '@quarry/engine/bullmq';
import { newTurnId, openTurn } from '@quarry/turn';
import { startGateway } from '../api/gateway-under-test';
import { describeWithRedis, TestRedis } from '../redis/redis-server';
import { expectRefusal, Workplace } from './quarry';

const at = new Workplace();
afterAll(() => {
  at.remove();
});

it('dead-letters where turns do not leave their process: says whom to ask', async () => {
  const refused = await at.run(['dead-letters', 'list']);
  expectRefusal(refused, 2, 'bad_request', '--server', 'REDIS_URL');
});

it('dead-letters of a gateway that is not there, and of something else', async () => {
  const away = await at.runHere(['dead-letters', 'list', '--server', 'http://127.0.0.1:1']);
  expectRefusal(away, 1, 'store_unavailable', 'http://127.0.0.1:1');
  expectRefusal(
    await at.runHere(['dead-letters', 'list', '--server', 'nonsense']),
    2,
    'bad_request',
    'nonsense',
  );
});

describeWithRedis('dead-letters', () => {
  let redis: TestRedis;
  let carrier: Carrier;
  let env: Record<string, string>;
  beforeAll(async () => {
    redis = await TestRedis.start();
    env = { REDIS_URL: redis.url };
    carrier = createBullmqCarrier({ redisUrl: redis.url });
  });
  afterAll(async () => {
    await carrier.close();
    await redis.stop();
  });

  async function failed(pipeline = 'code'): Promise<string> {
    const askedAt = Date.now();
    const turn = openTurn({
      id: newTurnId(),
      tenant: 'acme',
      session: 's1',
      pipeline: `${pipeline}@0123456789abcdef`,
      question: 'zanzibar?',
      isEnglish: true,
      askedAt,
      deadline: askedAt + 600_000,
    });
    await carrier.start(turn, { step: 'first', service: 'somewhere' });
    const claim = await carrier.claim(turn.id, 0);
    if (claim.kind !== 'claimed') throw new Error(claim.kind);
    const next = {
      outcome: 'failed',
      code: 'model_refused',
      reason: 'The key\x1b[31m was refused.',
    } as const;
    await carrier.advance(turn.id, 0, claim.fence, { patch: {}, next, events: [], at: 'answer' });
    return turn.id;
  }

  it('are listed and shown: where, why and how, and the question only where it is asked for', async () => {
    const id = await failed();
    const listed = await at.run(['dead-letters', 'list'], { env });
    expect(listed).toMatchObject({ code: 0, err: '' });
    expect(listed.out).toContain(`${id}  model_refused`);
    expect(listed.out).toMatch(/at +somewhere\.answer, attempt 1, of code@\w+, tenant acme/);
    expect(listed.out).toContain('The key\\x1b[31m was refused.');
    const shown = await at.runHere(['dead-letters', 'show', id], { env });
    expect(shown.out).toMatch(/turn\.finished {2}failed/);
    expect(listed.out + shown.out).not.toContain('zanzibar');
    expect((await at.runHere(['dead-letters', 'show', id, '--question'], { env })).out).toContain(
      'zanzibar?',
    );
    const json = await at.runHere(['dead-letters', 'list', '--code', 'poison', '--json'], { env });
    expect(JSON.parse(json.out)).toEqual([]);
    expectRefusal(await at.runHere(['dead-letters', 'show', 'tnone'], { env }), 1, 'turn_unknown', 'tnone');
    expectRefusal(await at.runHere(['dead-letters', 'list', '--code', 'poisn'], { env }), 2, 'bad_request');
  });

  it('are asked again, one or all, and each once', async () => {
    const id = await failed();
    const first = await at.run(['dead-letters', 'retry', id, '--json'], { env });
    const [{ turn }] = (JSON.parse(first.out) as { retried: [{ turn: string }] }).retried;
    const view = await carrier.read(turn);
    expect(view?.turn).toMatchObject({ tenant: 'acme', options: { retryOf: id } });
    expect(view?.turn.pipeline).not.toContain('0123456789abcdef');
    const again = await at.runHere(['dead-letters', 'retry', id], { env });
    expect(again.out).toBe(`${id} → ${turn}  (already retried)\n`);
    const [known, unknown] = [await failed(), await failed('gone')];
    const all = await at.runHere(['dead-letters', 'retry', '--all', '--limit', '200'], { env });
    expect(all.code).toBe(0);
    expect(all.out).toContain(`${known} → `);
    expect(all.out).toMatch(new RegExp(`${unknown} {2}not retried: pipeline_unknown`));
    expectRefusal(await at.runHere(['dead-letters', 'retry'], { env }), 2, 'bad_request', '--all');
    expectRefusal(await at.runHere(['dead-letters', 'retry', id, '--all'], { env }), 2, 'bad_request');
  });

  it('of a gateway, which may be another machine’s', async () => {
    const gateway = await startGateway(at.path('data'), { carrier: 'bullmq', redisUrl: redis.url });
    try {
      const id = await failed();
      const server = ['--server', gateway.url];
      expect((await at.runHere(['dead-letters', 'list', ...server])).out).toContain(id);
      expect((await at.runHere(['dead-letters', 'show', id, ...server])).out).toContain('somewhere.answer');
      const retried = await at.runHere(['dead-letters', 'retry', id, ...server]);
      expect(retried).toMatchObject({ code: 0 });
      expect(retried.out).toMatch(new RegExp(`^${id} → t\\w+\\n$`));
      const none = ['dead-letters', 'retry', '--all', '--tenant', 'nobody', ...server];
      expect(await at.runHere(none)).toMatchObject({ code: 0, out: '' });
    } finally {
      await gateway.close();
    }
  });
});
