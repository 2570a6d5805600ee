import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startGitServer, type GitServer } from '../../../../test/servers/git-server';
import { servedRepository } from '../../../../test/servers/served-repository';
import { SOURCES } from '../../../../test/api/gateway-under-test';
import { fetchBranch } from './fetch-branch';

/** Ids of the processes whose command line contains a text. */
function processesWith(text: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((id) => {
      try {
        return readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(text);
      } catch {
        return false;
      }
    })
    .map(Number);
}

async function until(holds: () => boolean): Promise<void> {
  for (let n = 0; n < 600; n++) {
    if (holds()) return;
    await sleep(50);
  }
  throw new Error('it did not happen within 30 s');
}

describe('a fetch that is ended while it runs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-killed-fetch-'));
  const clone = join(folder, 'data/git/shop');
  let server: GitServer;

  beforeAll(async () => {
    const shop = servedRepository(folder, 'shop');
    // Random bytes, which do not compress: a pack of many parts, each sent late.
    shop.commit({ 'large.txt': randomBytes(3_000_000).toString('base64') });
    server = await startGitServer(shop.served, { partMs: 200 });
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });
  afterEach(() => {
    rmSync(clone, { recursive: true, force: true });
  });

  const packs = (): readonly string[] =>
    existsSync(join(clone, 'objects/pack')) ? readdirSync(join(clone, 'objects/pack')) : [];
  const isReceiving = (): boolean => packs().some((name) => name.startsWith('tmp_pack'));

  it('ends git and deletes the clone when it is cancelled', async () => {
    const stop = new AbortController();
    const ended = fetchBranch(
      { url: `${server.url}/shop.git`, branch: null },
      { folder: clone, access: { kind: 'operator' }, signal: stop.signal },
    );
    await Promise.race([until(isReceiving), ended]);
    stop.abort();
    await expect(ended).rejects.toMatchObject({ code: 'cancelled' });
    expect(processesWith(server.url)).toEqual([]);
    expect(existsSync(clone)).toBe(false);
  });

  it('ends git and empties the clone when Quarry is killed', async () => {
    const script = join(folder, 'fetch.cjs');
    const source = resolve(__dirname, 'fetch-branch.ts');
    writeFileSync(
      script,
      `require(${JSON.stringify(source)}).fetchBranch(${JSON.stringify({ url: `${server.url}/shop.git`, branch: null })}, ${JSON.stringify({ folder: clone, access: { kind: 'operator' } })});`,
    );
    const quarry = spawn(process.execPath, [...SOURCES, script], { stdio: 'ignore' });
    await until(isReceiving);
    expect(processesWith(server.url).length).toBeGreaterThan(1);
    quarry.kill('SIGKILL');
    await until(() => processesWith(server.url).length === 0);
    await until(() => readdirSync(clone).length === 0);
  });
});
