import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openStores, readConfig, type QuarryConfig } from '@quarry/platform';
import { readCommit } from '@quarry/search-index';
import { commitsOf } from '@quarry/turn';
import { SOURCES } from '../../../../test/api/gateway-under-test';
import { readableCommits } from '../labels/readable-commits';
import type { IndexRequest } from './request';
import { runIndex } from './run-index';

const REF = { repository: 'shop', snapshot: 'current' };

describe('the commit index', () => {
  let root: string;
  let config: QuarryConfig;
  beforeEach(() => {
    const folder = mkdtempSync(join(tmpdir(), 'quarry-commits-'));
    root = join(folder, 'shop');
    mkdirSync(root);
    config = readConfig({ dataDir: join(folder, 'data') }, {});
    git('init', '-q', '-b', 'main');
    git('remote', 'add', 'origin', 'git@github.com:acme/shop.git');
    commit('Send messages\n\nSigned-off-by: Ann <ann@example.org>', {
      'src/send.ts': 'export function send() {}\n',
    });
    commit('Raise the retry limit to five\n\nThree were too few. Mail bob@example.org.', {
      'src/send.ts': 'export function send() {}\nexport const RETRY_LIMIT = 5;\n',
    });
  });
  afterEach(() => rmSync(dirname(root), { recursive: true }));

  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', root, '-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...args], {
      encoding: 'utf8',
    });
  const commit = (message: string, files: Readonly<Record<string, string>>): void => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    git('add', '-A');
    git('commit', '-q', '-m', message);
  };
  const index = async (
    more: Partial<IndexRequest> = {},
  ): Promise<{ notes: string[]; commits: number | undefined }> => {
    const notes: string[] = [];
    const { report } = await runIndex(
      config,
      { root, by: 'cli', vectors: false, ...more },
      { signal: new AbortController().signal, progress: () => undefined, note: (text) => notes.push(text) },
      SOURCES,
    );
    return { notes, commits: report.commits };
  };
  const withIndex = async <T>(
    work: (stores: Awaited<ReturnType<typeof openStores>>) => Promise<T>,
  ): Promise<T> => {
    const stores = await openStores({ ...config, embedderUrl: 'none' });
    try {
      return await work(stores);
    } finally {
      await stores.close();
    }
  };
  const stored = (ref = REF) =>
    withIndex(async ({ searchIndex }) => {
      const all = [];
      if ((await searchIndex.describe(commitsOf(ref))) === null) return null;
      for await (const { chunks } of searchIndex.export(commitsOf(ref)))
        for (const chunk of chunks) all.push(readCommit(chunk));
      return all;
    });

  it('has the commits with files, definitions and pages, without e-mail addresses, and grows with the next run', async () => {
    expect((await index()).commits).toBe(2);
    const before = await stored();
    expect(before?.map((each) => each?.message).toSorted()).toEqual([
      'Raise the retry limit to five\n\nThree were too few. Mail .',
      'Send messages',
    ]);
    expect(before?.find((each) => each?.message.startsWith('Raise'))).toMatchObject({
      author: 'Ann',
      files: [{ path: 'src/send.ts', change: 'modified' }],
      adds: ['RETRY_LIMIT'],
      url: `https://github.com/acme/shop/commit/${git('rev-parse', 'HEAD').trim()}`,
    });
    commit('Add a receiver', { 'src/receive.ts': 'export class Receiver {}\n' });
    expect((await index()).commits).toBe(3);
    expect(await stored()).toHaveLength(3);
    git('reset', '-q', '--hard', 'HEAD~1');
    expect((await index()).commits).toBe(2);
    expect(await stored()).toHaveLength(2);
  });

  it('leaves the index of the files as it is without it, and is added to an index of before', async () => {
    await index({ history: false });
    const files = () => withIndex(({ searchIndex }) => searchIndex.describe(REF));
    const without = await files();
    expect(await stored()).toBeNull();
    await index();
    expect(await stored()).toHaveLength(2);
    expect({ ...(await files()), updatedAt: 0 }).toEqual({ ...without, updatedAt: 0 });
    await index({ history: false });
    expect(await stored()).toBeNull();
  });

  it('masks secrets in messages', async () => {
    const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    commit(`Use the token ${secret}`, { 'a.txt': 'x\n' });
    await index();
    const text = JSON.stringify(await stored());
    expect(text).toContain('Use the token <secret:');
    expect(text).not.toContain(secret);
  });

  it('has no commits of a shallow clone, whose history is elsewhere', async () => {
    const shallow = join(dirname(root), 'shallow');
    execFileSync('git', ['clone', '-q', '--depth=1', `file://${root}`, shallow]);
    await index({ root: shallow, repository: 'shop' });
    expect(await stored()).toBeNull();
  });

  it('has for an audience only commits that name nothing that it may not read', async () => {
    commit('Pay salaries', { 'secret/payroll.ts': 'export class Payroll {}\n' });
    commit('Send faster than Payroll', { 'src/send.ts': 'export function send() { /* fast */ }\n' });
    commit('Send as payroll.ts does', { 'src/send.ts': 'export function send() { /* faster */ }\n' });
    commit('Send twice', { 'src/send.ts': 'export function send() { /* twice */ }\n' });
    await index();
    const readable = await withIndex(async ({ searchIndex }) => {
      const paths = await readableCommits(searchIndex, REF, (path) => !path.startsWith('secret/'));
      const lists = await searchIndex.search(
        commitsOf(REF),
        [...(paths ?? [])].map((path) => ({ kind: 'path' as const, path, k: 1 })),
      );
      return lists.flat().map(({ chunk }) => chunk.title);
    });
    expect(readable.toSorted()).toEqual(['Raise the retry limit to five', 'Send messages', 'Send twice']);
  });
});
