import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { strToU8, zipSync, type Zippable } from 'fflate';
import { unpackUpload } from './unpack';

const SMALL = { files: 5, bytes: 1_000_000, depth: 4, ratio: 20, ratioFrom: 10_000 };
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'quarry-unpack-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

/** Unpacks bytes, and returns path → text of what was written, with what was left out. */
async function unpacked(name: string, bytes: Uint8Array, limits?: typeof SMALL) {
  const file = join(root, 'body');
  writeFileSync(file, bytes);
  const { folder, listed } = await unpackUpload(file, name, join(root, 'files'), { limits });
  const texts = Object.fromEntries(
    listed.paths.map((path) => [path, readFileSync(join(folder, path), 'latin1')]),
  );
  return { texts, skipped: listed.skipped };
}
const zip = (files: Zippable): Uint8Array => zipSync(files);

/** A tar archive of a folder, as the system's `tar` makes it. */
function tarOf(files: Readonly<Record<string, string>>, ...options: readonly string[]): Uint8Array {
  const folder = mkdtempSync(join(root, 'tree-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, 'latin1');
  }
  return execFileSync('tar', ['-C', folder, ...options, '-c', '-f', '-', '.'], { maxBuffer: 2 ** 28 });
}

it.each(['shop.zip', 'shop.tar', 'shop.tar.gz', 'shop.tgz'])('unpacks %s', async (name) => {
  const files = { 'README.md': '# Shop\n', 'src/order.ts': 'export class Order {}\n', 'a b/ü.md': 'x' };
  const tar = tarOf(files);
  const bytes = name.endsWith('.zip')
    ? zip(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])))
    : name.endsWith('gz')
      ? gzipSync(tar)
      : tar;
  expect(await unpacked(name, bytes)).toEqual({ texts: files, skipped: [] });
});

it('leaves out the single outer folder of an archive, and what a Mac adds', async () => {
  const text = strToU8('x');
  const bytes = zip({ 'shop-main/a.ts': text, 'shop-main/b/c.ts': text, '__MACOSX/shop-main/._a.ts': text });
  expect((await unpacked('shop.zip', bytes)).texts).toEqual({ 'a.ts': 'x', 'b/c.ts': 'x' });
});

it('keeps a file that is no archive under its name', async () => {
  expect((await unpacked('notes.md', strToU8('# Notes'))).texts).toEqual({ 'notes.md': '# Notes' });
});

it('reads what the tar of the system writes, with any names and contents', async () => {
  const part = fc.stringMatching(/^[a-zA-Zäß0-9_ -]{1,60}[a-z]$/);
  const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => `top/${parts.join('/')}.txt`);
  const files = fc.uniqueArray(fc.tuple(path, fc.string({ unit: 'binary-ascii', maxLength: 2_000 })), {
    selector: ([name]) => name.toLowerCase(),
    minLength: 1,
    maxLength: 6,
  });
  const format = fc.constantFrom('--format=gnu', '--format=pax', '--format=ustar');
  await fc.assert(
    fc.asyncProperty(files, format, async (entries, option) => {
      const wanted = Object.fromEntries(entries);
      let bytes: Uint8Array;
      try {
        bytes = tarOf({ ...wanted, 'x.txt': '' }, option);
      } catch {
        return; // A path that is too long for ustar.
      }
      expect((await unpacked('x.tar', bytes)).texts).toEqual({ ...wanted, 'x.txt': '' });
    }),
    { numRuns: 25 },
  );
});

it.each([
  '../out.ts',
  '/out.ts',
  'a/../../out.ts',
  'C:/out.ts',
  '..\\out.ts',
  'a//b.ts',
  'a\nb.ts',
  '.git/config',
  'a/.GIT/x',
])('writes nothing for the name %j', async (name) => {
  const bytes = zip({ [name]: strToU8('evil'), 'kept.ts': strToU8('x') });
  const { texts, skipped } = await unpacked('shop.zip', bytes);
  expect(texts).toEqual({ 'kept.ts': 'x' });
  expect(skipped).toHaveLength(1);
  expect(readdirSync(root).sort()).toEqual(['body', 'files']);
  expect(existsSync('/out.ts')).toBe(false);
});

it('leaves out links and devices, also those through which another entry would be written', async () => {
  const folder = join(root, 'tree');
  mkdirSync(folder);
  const outside = join(root, 'outside');
  mkdirSync(outside);
  symlinkSync(outside, join(folder, 'link'));
  writeFileSync(join(folder, 'a.ts'), 'x');
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  const first = execFileSync('tar', ['-C', folder, '-c', '-f', '-', 'link', 'pipe', 'a.ts']);
  const through = mkdtempSync(join(root, 'through-'));
  mkdirSync(join(through, 'link'));
  writeFileSync(join(through, 'link', 'evil.ts'), 'evil');
  const second = execFileSync('tar', ['-C', through, '-c', '-f', '-', 'link/evil.ts']);
  // Without the empty blocks at its end, the first archive continues with the second.
  const end = first.lastIndexOf(Buffer.from('x')) - (first.lastIndexOf(Buffer.from('x')) % 512) + 512;
  const { texts, skipped } = await unpacked('x.tar', Buffer.concat([first.subarray(0, end), second]));
  expect(texts).toEqual({ 'a.ts': 'x', 'link/evil.ts': 'evil' });
  expect(skipped.map(({ path }) => path).sort()).toEqual(['link', 'pipe']);
  expect(readdirSync(outside)).toEqual([]);
});

it('leaves out a symbolic link of a zip', async () => {
  const link: Zippable = {
    link: [strToU8('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }],
    'a.ts': strToU8('x'),
  };
  expect(await unpacked('x.zip', zip(link))).toEqual({
    texts: { 'a.ts': 'x' },
    skipped: [{ path: 'link', reason: 'a link' }],
  });
});

it('leaves out folders of dependencies, deep folders and large files, with the reason', async () => {
  const x = strToU8('x');
  const bytes = zip({
    'node_modules/a/index.js': x,
    'b/node_modules/c.js': x,
    '1/2/3/4/5/deep.ts': x,
    'large.ts': new Uint8Array(2_000_001).map((_, at) => (at * 7919) % 251),
    'a.ts': x,
  });
  const { texts, skipped } = await unpacked('x.zip', bytes, { ...SMALL, bytes: 10_000_000, ratio: 1_000 });
  expect(texts).toEqual({ 'a.ts': 'x' });
  expect(Object.fromEntries(skipped.map(({ path, reason }) => [path, reason]))).toEqual({
    node_modules: 'a folder of dependencies, build output or stored data',
    'b/node_modules': 'a folder of dependencies, build output or stored data',
    '1/2/3/4/5/deep.ts': 'it is more than 4 folders deep',
    'large.ts': '2000001 bytes, more than the limit of 2000000',
  });
});

/** A zip whose directory states another size of an entry. */
function lying(size: number): Uint8Array {
  const bytes = zip({ 'a.ts': strToU8('x'.repeat(50_000)) });
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < bytes.length - 4; at += 1)
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, size, true);
  return bytes;
}
const zeros = (bytes: number): Uint8Array => new Uint8Array(bytes);

it.each<[string, string, () => Uint8Array, string]>([
  ['a zip of zeros', 'x.zip', () => zip({ 'a.csv': zeros(900_000) }), 'more than 20 times its size'],
  [
    'a tar.gz of zeros',
    'x.tgz',
    () => gzipSync(tarOf({ 'a.csv': '\0'.repeat(900_000) })),
    'more than 20 times',
  ],
  [
    'a tar.gz whose large file is left out',
    'x.tgz',
    () => gzipSync(tarOf({ 'a.ts': '\0'.repeat(2_500_000) })),
    'more than 20 times',
  ],
  [
    'a zip that is too large',
    'x.zip',
    () => zip({ 'a.csv': [zeros(600_000), { level: 0 }], 'b.csv': [zeros(600_000), { level: 0 }] }),
    'more than 1 MB',
  ],
  [
    'too many entries',
    'x.zip',
    () => zip(Object.fromEntries([...'abcdef'].map((n) => [`${n}.ts`, strToU8(n)]))),
    'more than 5 entries',
  ],
  ['an understated size', 'x.zip', () => lying(10), 'understates the size'],
  ['no zip', 'x.zip', () => strToU8('PK no more than that'), 'not a complete zip file'],
  [
    'half a zip',
    'x.zip',
    () => zip({ 'a.ts': strToU8('x'.repeat(500)) }).subarray(0, 60),
    'not a complete zip file',
  ],
  ['no tar', 'x.tar', () => strToU8('x'.repeat(2_000)), 'wrong checksum'],
  [
    'half a tar',
    'x.tar',
    () => tarOf({ 'a.ts': 'x'.repeat(5_000) }).subarray(0, 1_800),
    'ends within a file',
  ],
  ['no gzip', 'x.tar.gz', () => strToU8('x'.repeat(2_000)), 'cannot be unpacked'],
])('ends in one sentence for %s', async (_name, file, bytes, sentence) => {
  const failed = unpacked(file, bytes(), SMALL);
  await expect(failed).rejects.toMatchObject({
    code: 'upload_invalid',
    message: expect.stringContaining(sentence) as string,
  });
});
