import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSearchIndex } from '@quarry/search-index';
import { QUEUE_NAMES, type Running } from '@quarry/solo';
import { startGateway } from '../api/gateway-under-test';
import { begin, until } from '../api/index-jobs';
import { Workplace } from '../cli/quarry';

/** Enough for a job that lasts some seconds: it is killed, or stopped, once it reports progress. */
const FILES = 1_000;

/** An indexer that dies in the middle of a job: the next one takes the job over, and nothing is missing in the end. */
describe('an indexer killed in the middle of a job', () => {
  let workplace: Workplace;
  let source: string;
  let data: string;
  let gateway: Running & { readonly url: string };

  beforeAll(async () => {
    workplace = new Workplace();
    const files = Array.from({ length: FILES }, (_, n) => [
      `m${n % 50}/m${n}.ts`,
      `export function f${n}(): number {\n  return ${n};\n}\n`,
    ]);
    source = workplace.write('sources/many', Object.fromEntries(files) as Record<string, string>);
    data = workplace.path('data');
    gateway = await startGateway(data, { indexRoots: [workplace.path('sources')] }, undefined, QUEUE_NAMES);
  });
  afterAll(async () => {
    await gateway.close();
    workplace.remove();
  });

  const indexer = () =>
    workplace.start(['serve', 'indexer', '--data', data], {
      env: { QUARRY_INDEX_ROOTS: workplace.path('sources') },
    });

  it('needs no Redis, leaves no process behind, and its job is finished by another', async () => {
    const job = await begin(gateway.url, { repository: 'many', source: { path: source }, vectors: false });
    const first = indexer();
    const running = await until(gateway.url, job, ({ progress }) => progress !== null);
    expect(running).toMatchObject({ status: 'running', attempts: 1 });
    const [worker = 0] = childrenOf(first.child.pid ?? 0);
    expect(isAlive(worker)).toBe(true);
    first.child.kill('SIGKILL');
    await first.ended;
    while (isAlive(worker)) await sleep(100);
    const second = indexer();
    const taken = await until(gateway.url, job, ({ attempts }) => attempts > 1);
    expect(taken.status).toBe('running');
    const ended = await until(gateway.url, job);
    expect(ended).toMatchObject({ status: 'finished', attempts: 2, indexed: { files: FILES, failures: 0 } });
    const index = openSearchIndex(`sqlite:${data}/search`);
    const ref = { repository: 'many', snapshot: 'current' };
    expect(await index.describe(ref)).toMatchObject({ files: FILES, chunks: FILES });
    await index.close();
    second.child.kill('SIGTERM');
    expect(await second.ended).toMatchObject({ code: 0 });
  });

  it('that is asked to stop releases its job at once', async () => {
    const job = await begin(gateway.url, {
      ...{ repository: 'again', source: { path: source }, vectors: false },
    });
    const first = indexer();
    await until(gateway.url, job, ({ progress }) => progress !== null);
    first.child.kill('SIGTERM');
    expect(await first.ended).toMatchObject({ code: 0 });
    const given = await until(gateway.url, job, ({ status }) => status === 'queued');
    expect(given).toMatchObject({ attempts: 0 });
    await sleep(100);
    const second = indexer();
    expect(await until(gateway.url, job)).toMatchObject({
      status: 'finished',
      attempts: 1,
      indexed: { files: FILES },
    });
    second.child.kill('SIGTERM');
    await second.ended;
  });
});

function childrenOf(pid: number): readonly number[] {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return listed.split(' ').filter(Boolean).map(Number);
}

function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}`);
}
