import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../scenarios/scenario';
import { call, startGateway } from './gateway-under-test';

describe('the types of @quarry/client', () => {
  it("are those of the gateway's own document (npm run client:generate writes them)", async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quarry-client-'));
    const gateway = await startGateway(join(folder, 'data'));
    const [from, to] = [join(folder, 'openapi.json'), join(folder, 'api.ts')];
    await writeFile(from, JSON.stringify((await call(gateway.url, 'GET /v1/openapi.json')).body));
    await gateway.close();
    await promisify(execFile)(process.execPath, [join(ROOT, 'scripts/generate-client.mts'), from, to]);
    const checkedIn = await readFile(join(ROOT, 'libs/client/src/generated/api.ts'), 'utf8');
    expect((await readFile(to, 'utf8')).split('\n')).toEqual(checkedIn.split('\n'));
    await rm(folder, { recursive: true });
  });
});
