import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../scenarios/scenario';
import { call, startGateway } from './gateway-under-test';

describe("the gateway's OpenAPI document", () => {
  let folder: string;
  let document: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quarry-client-'));
    document = join(folder, 'openapi.json');
    const gateway = await startGateway(join(folder, 'data'));
    await writeFile(document, JSON.stringify((await call(gateway.url, 'GET /v1/openapi.json')).body));
    await gateway.close();
  });
  afterAll(() => rm(folder, { recursive: true }));

  const run = (script: string, ...args: readonly string[]) =>
    promisify(execFile)(process.execPath, [join(ROOT, 'scripts', script), ...args]);

  it('has the types of @quarry/client (npm run client:generate writes them)', async () => {
    const to = join(folder, 'api.ts');
    await run('generate-client.mts', document, to);
    const checkedIn = await readFile(join(ROOT, 'libs/client/src/generated/api.ts'), 'utf8');
    expect((await readFile(to, 'utf8')).split('\n')).toEqual(checkedIn.split('\n'));
  });

  it('passes the recommended rules of Redocly, which do find a fault', async () => {
    expect((await run('lint-openapi.mts', document)).stdout).toBe('');
    const faulty = join(folder, 'faulty.json');
    const { servers: _servers, ...rest } = JSON.parse(await readFile(document, 'utf8')) as object & {
      readonly servers: unknown;
    };
    await writeFile(faulty, JSON.stringify(rest));
    await expect(run('lint-openapi.mts', faulty)).rejects.toMatchObject({
      stdout: expect.stringContaining('no-empty-servers'),
    });
  });
});
