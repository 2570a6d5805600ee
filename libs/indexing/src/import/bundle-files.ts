import { constants, lstatSync, openSync, readFileSync, closeSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { unzipped, zipDirectory } from '@quarry/documents';
import { Fault } from '@quarry/turn';
import { sha256, decode } from '../source/decode';

/** Limits in bytes and entries: real bundles of large repositories stay far below. */
const LIMITS = { zip: 256 * 2 ** 20, file: 256 * 2 ** 20, total: 512 * 2 ** 20, files: 100_000, depth: 8 };
/** Generated text compresses less than this; a bomb compresses more. */
const MAX_RATIO = 200;
/** Small entries may compress more. */
const RATIO_FROM = 2 ** 20;

const EXPECTED =
  'expected a folder or .zip made by RoslynIndexer, with regular_code_bundle/chunks.json or sql_bundle/docs/sql_bodies.jsonl, or an index.scip';

/** The parts of a bundle that the importer reads, in any folder. */
const WANTED =
  /(?:^|\/)(?:repo_meta\.json|chunks\.json|dependencies\.json|nodes\.csv|edges\.csv|sql_bodies\.jsonl|docs\/(?:bodies\/)?[^/]+\.(?:sql|cs))$/;

/** A bundle's texts, in memory; nothing is written to disk. */
export interface BundleFiles {
  /** Name of the folder that contains everything; of the zip if there is no such folder. */
  readonly name: string;
  /** Path with `/`, without the outer folder → text. */
  readonly texts: ReadonlyMap<string, string>;
  /** Of all names and bytes. */
  readonly digest: string;
  readonly problems: readonly string[];
}

/** @throws Fault `path_not_found`, `import_invalid` (not a bundle, damaged, or over the limits) */
export function readBundle(path: string): BundleFiles {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) throw new Fault('path_not_found', `There is nothing at ${path}; pass the path of a bundle.`);
  const problems: string[] = [];
  const entries = stat.isDirectory() ? readFolder(path, problems) : readZip(path, stat.size, problems);
  const outer = outerFolder([...entries.keys()]);
  const texts = new Map<string, string>();
  for (const [name, bytes] of [...entries].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const decoded = decode(bytes);
    if (decoded.kind === 'text') texts.set(name.slice(outer.length), decoded.text);
    else problems.push(`${name}: ${decoded.reason}`);
  }
  const digest = sha256(JSON.stringify([...texts].map(([name, text]) => [name, sha256(text)])));
  const name = outer === '' ? basename(path).replace(/\.zip$/i, '') : outer.slice(0, -1);
  return { name, texts, digest, problems };
}

/** An error that explains what a bundle is. */
export function invalidBundle(what: string, cause?: unknown): Fault {
  return new Fault('import_invalid', `${what}; ${EXPECTED}.`, cause === undefined ? {} : { cause });
}

function readZip(path: string, size: number, problems: string[]): Map<string, Uint8Array> {
  if (size > LIMITS.zip) throw invalidBundle(`${basename(path)} is larger than ${LIMITS.zip} bytes`);
  const bytes = readFileSync(path);
  const listed = zipDirectory(bytes);
  if (!listed) throw invalidBundle(`${basename(path)} is not a readable zip`);
  if (listed.length > LIMITS.files) throw invalidBundle(`the zip has more than ${LIMITS.files} entries`);
  const entries = new Map<string, Uint8Array>();
  let total = 0;
  for (const entry of listed) {
    const { name, packed, unpacked } = entry;
    const safe = safePath(name);
    if (safe === undefined) problems.push(`${printable(name)}: points outside the bundle, left out`);
    if (safe === undefined || !WANTED.test(safe)) continue;
    total += unpacked;
    const bomb = unpacked > RATIO_FROM && unpacked > packed * MAX_RATIO;
    // Unpacks no more than an entry declares, whatever its content.
    const content =
      bomb || unpacked > LIMITS.file || total > LIMITS.total
        ? 'too_large'
        : unzipped(bytes, entry, Math.max(1, unpacked));
    if (content === 'too_large')
      throw invalidBundle(`${printable(name)} would unpack to more than is allowed (${unpacked} bytes)`);
    if (content === 'damaged') throw invalidBundle(`${basename(path)} is not a readable zip`);
    entries.set(safe, content);
  }
  return entries;
}

/** Reads the regular files below a folder, without following links. */
function readFolder(root: string, problems: string[]): Map<string, Uint8Array> {
  const entries = new Map<string, Uint8Array>();
  let total = 0;
  let files = 0;
  const visit = (folder: string, depth: number): void => {
    if (depth > LIMITS.depth) return;
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (++files > LIMITS.files) throw invalidBundle(`the folder has more than ${LIMITS.files} entries`);
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isSymbolicLink()) problems.push(`${name}: a link, not followed`);
      else if (entry.isDirectory()) visit(name, depth + 1);
      else if (entry.isFile() && WANTED.test(name)) {
        total += lstatSync(join(root, name)).size;
        if (total > LIMITS.total)
          throw invalidBundle(`the folder has more than ${LIMITS.total} bytes to read`);
        entries.set(name, readRegular(join(root, name)));
      }
    }
  };
  visit('', 0);
  return entries;
}

function readRegular(path: string): Uint8Array {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** The path with `/` and without `.`; undefined if it is absolute or contains `..`. */
export function safePath(name: string): string | undefined {
  const parts = name.replaceAll('\\', '/').split('/');
  if (parts[0] === '' || /^[A-Za-z]:/.test(name) || parts.includes('..') || name.includes('\0'))
    return undefined;
  return parts.filter((part) => part !== '' && part !== '.').join('/');
}

/** `Release_4.60/` if everything is in that one folder and it is not part of the format. */
function outerFolder(names: readonly string[]): string {
  const first = names[0]?.split('/')[0] ?? '';
  if (/^(regular_code_bundle|sql_bundle|sql_code_bundle|code|docs|graph)$/.test(first)) return '';
  return first !== '' && names.every((name) => name.startsWith(`${first}/`)) ? `${first}/` : '';
}

/** Makes an untrusted name safe to print: escapes control characters and truncates. */
function printable(name: string): string {
  return JSON.stringify(name.slice(0, 200));
}
