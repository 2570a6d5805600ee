import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isHash, type GitRepository } from '@quarry/git';
import { Fault } from '@quarry/turn';

/** A blob of a tree. */
interface Blob {
  readonly hash: string;
  readonly size: number;
}

/** Larger files are excluded, as the indexer excludes them. */
const MAX_FILE = 2_000_000;
const MAX_FILES = 50_000;
/** Bytes of files that are read from git at once. */
const BATCH = 32 * 1024 * 1024;

/**
 * A folder into which the trees of commits are checked out, one after another; only the differences are written. Files
 * come straight from git's objects: no filter, hook or attribute of the repository applies, no links are created, and
 * no name leaves the folder.
 */
export class ScratchTree {
  private here: ReadonlyMap<string, Blob> = new Map();

  constructor(
    private readonly git: GitRepository,
    readonly folder: string,
  ) {}

  /**
   * @returns the paths of the tree, as far as they could be written
   * @throws Fault `bad_request` for an invalid commit hash, or a tree with too many files. @throws GitFailed for an
   *   unknown commit.
   */
  async become(commit: string, signal?: AbortSignal): Promise<ReadonlySet<string>> {
    if (!isHash(commit)) throw new Fault('bad_request', 'The commit to measure is not a commit hash.');
    const wanted = await this.list(commit, signal);
    if (wanted.size > MAX_FILES)
      throw new Fault(
        'bad_request',
        `${commit} has ${wanted.size} files; at most ${MAX_FILES} can be measured.`,
      );
    for (const path of this.here.keys())
      if (!wanted.has(path)) await rm(join(this.folder, path), { force: true, recursive: true });
    const changed = [...wanted].filter(([path, { hash }]) => this.here.get(path)?.hash !== hash);
    const failed = new Set<string>();
    for (const batch of batches(changed)) {
      const contents = await this.read(
        batch.map(([, { hash }]) => hash),
        signal,
      );
      for (const [at, [path]] of batch.entries()) if (!(await this.put(path, contents[at]))) failed.add(path);
    }
    this.here = new Map([...wanted].filter(([path]) => !failed.has(path)));
    return new Set(this.here.keys());
  }

  /** Skips names that this file system does not support (too long, or equal to another but for case). */
  private async put(path: string, content: Buffer | undefined): Promise<boolean> {
    if (!content) return false;
    const target = join(this.folder, path);
    try {
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, content);
      return true;
    } catch {
      return false;
    }
  }

  private async list(commit: string, signal?: AbortSignal): Promise<ReadonlyMap<string, Blob>> {
    const out = await this.git.run(
      ['ls-tree', '-r', '-z', '-l', '--full-tree', commit],
      signal ? { signal } : {},
    );
    const files = new Map<string, Blob>();
    for (const line of out.toString('utf8').split('\0')) {
      const tab = line.indexOf('\t');
      const path = line.slice(tab + 1);
      const [mode = '', type, hash = '', size] = line.slice(0, Math.max(0, tab)).split(/ +/);
      if (type !== 'blob' || !mode.startsWith('100') || Number(size) > MAX_FILE || !isPlain(path)) continue;
      files.set(path, { hash, size: Number(size) });
    }
    return files;
  }

  /**
   * The contents of blobs, in order, by `cat-file --batch`: `<hash> blob <size>`, a line feed, the bytes, a line feed.
   */
  private async read(hashes: readonly string[], signal?: AbortSignal): Promise<(Buffer | undefined)[]> {
    const out = await this.git.run(['cat-file', '--batch'], {
      input: hashes.map((hash) => `${hash}\n`).join(''),
      maxBytes: BATCH + MAX_FILE + 128 * (hashes.length + 1),
      ...(signal ? { signal } : {}),
    });
    let at = 0;
    return hashes.map(() => {
      const end = out.indexOf(0x0a, at);
      const [, type, size] = out.toString('latin1', at, end).split(' ');
      at = end + 1;
      if (type !== 'blob') return undefined;
      const content = out.subarray(at, at + Number(size));
      at += Number(size) + 1;
      return content;
    });
  }
}

/** A name that stays in the folder and is text. */
function isPlain(path: string): boolean {
  return (
    path !== '' &&
    !path.includes('\ufffd') &&
    !path.includes('\\') &&
    path
      .split('/')
      .every((part) => part !== '' && part !== '.' && part !== '..' && part.toLowerCase() !== '.git')
  );
}

function* batches(
  files: readonly (readonly [string, Blob])[],
): Iterable<readonly (readonly [string, Blob])[]> {
  let batch: (readonly [string, Blob])[] = [];
  let bytes = 0;
  for (const file of files) {
    if (batch.length > 0 && bytes + file[1].size > BATCH) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(file);
    bytes += file[1].size;
  }
  if (batch.length > 0) yield batch;
}
