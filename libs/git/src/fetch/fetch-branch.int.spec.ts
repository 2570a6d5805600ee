import { createServer, type AddressInfo } from 'node:net';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { startGitServer, type GitServer } from '../../../../test/servers/git-server';
import { servedRepository, type ServedRepository } from '../../../../test/servers/served-repository';
import { GitRepository } from '../git-repository';
import { fetchBranch, type FetchOptions } from './fetch-branch';

let folder: string;
let server: GitServer;
let clone: string;

let shop: ServedRepository;
const git = (...args: readonly string[]): string => shop.git(...args);

/** Commits a file with so many random bytes, and returns the commit. */
function commit(name: string, bytes = 20): string {
  return shop.commit({ [name]: randomBytes(bytes).toString('base64') });
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-fetch-'));
  clone = join(folder, 'data/git/shop');
  shop = servedRepository(folder, 'shop');
  server = await startGitServer(join(folder, 'served'));
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const fetch = (branch: string | null = null, options: Partial<FetchOptions> = {}) =>
  fetchBranch(
    { url: `${server.url}/shop.git`, branch },
    { folder: clone, access: { kind: 'operator' }, ...options },
  );

async function filesAt(revision: string): Promise<string[]> {
  const repository = await GitRepository.open(clone);
  try {
    return (await repository.run(['ls-tree', '-r', '--name-only', revision])).toString().trim().split('\n');
  } finally {
    await repository.close();
  }
}

it('fetches the newest commit of the default branch, without its history', async () => {
  const first = commit('a.txt');
  const second = commit('b.txt');
  const progress: string[] = [];
  const onProgress = (done: number, total: number): void => void progress.push(`${done}/${total}`);
  expect(await fetch(null, { onProgress })).toEqual({ commit: second, branch: 'trunk' });
  expect(await filesAt(second)).toEqual(['a.txt', 'b.txt']);
  await expect(filesAt(first)).rejects.toThrow('not a tree object');
  expect(progress.at(-1)).toBe('4/4');
});

it('receives only what is new the next time, and nothing if nothing is', async () => {
  commit('large.txt', 400_000);
  await fetch();
  const second = commit('b.txt');
  expect(await fetch()).toEqual({ commit: second, branch: 'trunk' });
  const last = server.packs.at(-1) ?? 0;
  expect(Math.max(...server.packs)).toBeGreaterThan(400_000);
  expect(last).toBeLessThan(5_000);
  const posts = server.packs.length;
  expect(await fetch()).toEqual({ commit: second, branch: 'trunk' });
  // One request lists the refs, and none asks for a pack.
  expect(server.packs.length - posts).toBe(1);
  expect(await filesAt(second)).toEqual(['b.txt', 'large.txt']);
});

it('follows a branch that was rewritten', async () => {
  commit('a.txt');
  await fetch('trunk');
  git('checkout', '-q', '--orphan', 'other');
  const other = commit('c.txt');
  shop.push('--force', 'HEAD:trunk');
  expect(await fetch('trunk')).toEqual({ commit: other, branch: 'trunk' });
});

it('fetches a branch or a tag by name, and names an unknown one', async () => {
  const first = commit('a.txt');
  git('tag', '-a', 'v1', '-m', 'v1');
  shop.push('v1');
  git('checkout', '-q', '-b', 'feature/x');
  const second = commit('b.txt');
  expect(await fetch('feature/x')).toEqual({ commit: second, branch: 'feature/x' });
  expect(await fetch('v1')).toEqual({ commit: first, branch: 'v1' });
  await expect(fetch('v9')).rejects.toMatchObject({
    code: 'path_not_found',
    message: expect.stringContaining("'v9'") as string,
  });
});

it.each(['--upload-pack=touch /tmp/x', '../x', 'a..b', 'a b', '', 'x.lock', 'a\nb'])(
  'rejects the branch %j',
  async (name) => {
    commit('a.txt');
    await expect(fetch(name)).rejects.toMatchObject({ code: 'bad_request' });
  },
);

it('leaves nothing behind if the first fetch fails', async () => {
  await expect(fetch()).rejects.toMatchObject({ code: 'path_not_found' });
  await expect(
    fetchBranch(
      { url: `${server.url}/none.git`, branch: null },
      { folder: clone, access: { kind: 'operator' } },
    ),
  ).rejects.toMatchObject({ code: 'repository_unreadable', retryable: false });
  expect(existsSync(clone)).toBe(false);
});

it('follows no redirect', async () => {
  commit('a.txt');
  const url = `${server.url}/moved/shop.git`;
  await expect(
    fetchBranch({ url, branch: null }, { folder: clone, access: { kind: 'operator' } }),
  ).rejects.toThrow('has moved');
  expect(server.requests.filter((request) => !request.includes('/moved/'))).toEqual([]);
});

it('stops a fetch that is larger than the limit, and keeps the last state', async () => {
  const first = commit('a.txt');
  await fetch();
  commit('large.txt', 3_000_000);
  await expect(fetch(null, { maxBytes: 1_000_000 })).rejects.toThrow('larger than the limit of 1 MB');
  expect(await filesAt(first)).toEqual(['a.txt']);
  expect(readdirSync(join(clone, 'objects/pack')).filter((name) => name.startsWith('tmp_'))).toEqual([]);
});

it('reports a server that is away as retryable', async () => {
  await server.close();
  await expect(fetch()).rejects.toMatchObject({ code: 'repository_unreadable', retryable: true });
});

it('runs no hook of the clone or of the user, and no other protocol', async () => {
  const trace = join(folder, 'hooked');
  const hooks = join(folder, 'hooks');
  mkdirSync(hooks);
  writeFileSync(join(hooks, 'reference-transaction'), `#!/bin/sh\ntouch ${trace}\n`, { mode: 0o755 });
  const before = process.env['HOME'];
  process.env['HOME'] = folder;
  writeFileSync(
    join(folder, '.gitconfig'),
    `[core]\n\thooksPath = ${hooks}\n[url "ext::sh -c 'touch ${trace}' #"]\n\tinsteadOf = ${server.url}/evil\n[protocol]\n\tallow = always\n`,
  );
  try {
    commit('a.txt');
    await fetch();
    await expect(
      fetchBranch(
        { url: `${server.url}/evil/x`, branch: null },
        { folder: `${clone}2`, access: { kind: 'operator' } },
      ),
    ).rejects.toThrow("transport 'ext' not allowed");
    expect(existsSync(trace)).toBe(false);
  } finally {
    process.env['HOME'] = before;
  }
});

it('gives credentials of the helper of the user, never of the public access', async () => {
  await server.close();
  server = await startGitServer(join(folder, 'served'), { credentials: 'ann:secret' });
  const head = commit('a.txt');
  const before = process.env['HOME'];
  process.env['HOME'] = folder;
  writeFileSync(
    join(folder, '.gitconfig'),
    '[credential]\n\thelper = "!f() { echo username=ann; echo password=secret; }; f"\n',
  );
  try {
    expect(await fetch()).toEqual({ commit: head, branch: 'trunk' });
    rmSync(join(folder, '.gitconfig'));
    await expect(fetch()).rejects.toThrow('needs credentials');
  } finally {
    process.env['HOME'] = before;
  }
});

it('connects to the given address of a public host, with nothing of the user', async () => {
  const connections: string[] = [];
  const listener = createServer((socket) => {
    connections.push(String(socket.localAddress));
    socket.on('error', () => undefined);
    socket.once('data', () => socket.destroy());
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  const url = `https://git.example:${port}/shop.git`;
  const proxy = process.env['https_proxy'];
  process.env['https_proxy'] = `${server.url}/proxy`;
  try {
    await expect(
      fetchBranch({ url, branch: null }, { folder: clone, access: { kind: 'public', address: '127.0.0.1' } }),
    ).rejects.toMatchObject({ code: 'repository_unreadable' });
    expect(connections).toEqual(['127.0.0.1']);
    await expect(
      fetchBranch(
        { url: `${server.url}/shop.git`, branch: null },
        { folder: clone, access: { kind: 'public', address: '127.0.0.1' } },
      ),
    ).rejects.toThrow("transport 'http' not allowed");
    expect(server.requests).toEqual([]);
  } finally {
    if (proxy === undefined) delete process.env['https_proxy'];
    else process.env['https_proxy'] = proxy;
    listener.close();
  }
});
