import { call } from '../api/gateway-under-test';
import { describeWithRedis, TestRedis } from '../redis/redis-server';
import { indexFixture, type IndexedFixture } from '../scenarios/index-fixture';
import { SpanReceiver, type ReceivedSpan } from './span-receiver';
import { Worker } from './worker';

const OTHERS = ['router', 'graph-expander', 'answerer', 'history-summarizer', 'loop-guard'];

describeWithRedis('traces', () => {
  let redis: TestRedis;
  let fixture: IndexedFixture;
  let receiver: SpanReceiver;
  const workers: Worker[] = [];
  beforeAll(async () => {
    [redis, fixture, receiver] = await Promise.all([
      TestRedis.start(),
      indexFixture('test/fixtures/dotnet-shop/app'),
      SpanReceiver.start(),
    ]);
  }, 180_000);
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await receiver.stop();
    await redis.stop();
    await fixture.remove();
  });

  it('cover the request, every hop in three processes, steps, and calls of stores and models, one trace per turn', async () => {
    const environment = {
      QUARRY_DATA: fixture.dataDir,
      REDIS_URL: redis.url,
      EMBEDDER_URL: 'none',
      QUARRY_PORT: '0',
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    };
    const processes = [['gateway'], ['retriever'], OTHERS].map((names) => new Worker(names, environment));
    workers.push(...processes);
    await Promise.all(processes.map((worker) => worker.start()));
    const url = processes[0]?.api ?? '';
    const ask = async (): Promise<string> => {
      const body = { question: 'How is stock restored in zanzibar?', wait: true };
      const reply = await call(url, 'POST /v1/turns', { body });
      expect(reply.status).toBe(200);
      return String(reply.body['id']);
    };
    const [one, other] = [await ask(), await ask()];
    // What is left is sent when a process ends.
    await Promise.all(processes.map((worker) => worker.stop()));

    const traceOf = (turn: string): readonly ReceivedSpan[] => {
      const hop = receiver.spans.find(({ attributes }) => attributes.get('quarry.turn') === turn);
      return receiver.spans.filter(({ traceId }) => traceId === hop?.traceId);
    };
    const spans = traceOf(one);
    expect(traceOf(other)[0]?.traceId).not.toBe(spans[0]?.traceId);

    const byId = new Map(spans.map((span) => [span.spanId, span]));
    const parentOf = (span: ReceivedSpan): ReceivedSpan | undefined => byId.get(span.parentSpanId);
    const roots = spans.filter(({ parentSpanId }) => parentSpanId === '');
    expect(roots.map(({ name, service }) => [name, service])).toEqual([['POST /v1/turns', 'quarry-gateway']]);
    expect(roots[0]?.attributes.get('http.response.status_code')).toBe(200);

    const hops = spans.filter(({ name }) => name.startsWith('hop '));
    expect(new Set(hops.map(({ service }) => service))).toEqual(
      new Set(['quarry-gateway', 'quarry-retriever', 'quarry']),
    );
    for (const hop of hops) {
      expect(parentOf(hop)).toBe(roots[0]);
      expect(hop.attributes.get('quarry.turn')).toBe(one);
      expect(hop.attributes.get('quarry.attempt')).toBe(1);
      expect(hop.attributes.get('quarry.hop')).toBe('committed');
      expect(hop.attributes.get('quarry.pipeline')).toMatch(/^code@/);
    }
    const versions = hops.map(({ attributes }) => Number(attributes.get('quarry.version')));
    expect(versions.toSorted((a, b) => a - b)).toEqual(versions.map((_, n) => n));
    expect(hops.filter(({ attributes }) => attributes.has('quarry.outcome'))).toHaveLength(1);

    const steps = spans.filter(({ name }) => name.startsWith('step '));
    expect(steps.length).toBeGreaterThanOrEqual(hops.length);
    for (const step of steps) expect(parentOf(step)?.name).toMatch(/^hop /);
    const inStep = (prefix: string): readonly ReceivedSpan[] =>
      spans.filter((span) => span.name.startsWith(prefix) && parentOf(span)?.name.startsWith('step '));
    expect(inStep('search ').map(({ service }) => service)).toContain('quarry-retriever');
    expect(inStep('history ').length).toBeGreaterThan(0);
    expect(inStep('chat ').length).toBeGreaterThan(0);

    // Polls of a process, which nobody asked for, start no trace.
    const started = receiver.spans.filter(({ parentSpanId }) => parentSpanId === '').map(({ name }) => name);
    expect(started.filter((name) => !/^(?:GET|POST) /.test(name))).toEqual([]);

    expect(receiver.raw).not.toContain('zanzibar');
    expect(receiver.raw).toContain('deployment.environment.name');
  }, 120_000);
});
