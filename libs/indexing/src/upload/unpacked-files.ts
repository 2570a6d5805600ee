import { mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Fault } from '@quarry/turn';
import { mayBeCorpus } from '../documents/corpus';
import { isWritable } from '../revision/tree-entries';
import { mayBeDocument } from '../run/find-documents';
import type { Remark } from '../source/remark';
import { foreignFolder, MAX_BYTES } from '../source/source-tree';

export interface UnpackLimits {
  /** Entries of the archive. */
  readonly files: number;
  /** Unpacked bytes of all files. */
  readonly bytes: number;
  /** Folders within folders. */
  readonly depth: number;
  /** Unpacked bytes per byte of the archive, from `ratioFrom` unpacked bytes. */
  readonly ratio: number;
  readonly ratioFrom: number;
}

/** Limit of a document file or a corpus, in bytes. */
const MAX_LARGE_BYTES = 200_000_000;
/** Remarks that are kept; each of 100,000 entries could need one. */
const MOST_REMARKS = 10_000;

/** Why one entry is left out, in words for a report; the others are unpacked. */
export class EntryUnreadable extends Error {}

/** Writes the entries of an archive below a folder, each checked, all within the limits. */
export class UnpackedFiles {
  private readonly remarks = new Map<string, Remark>();
  private entries = 0;
  private written = 0;
  private streamed = 0;

  constructor(
    private readonly folder: string,
    private readonly archive: {
      readonly name: string;
      /** Its size in bytes. */
      readonly packed: number;
      readonly limits: UnpackLimits;
      readonly signal?: AbortSignal;
    },
  ) {}

  get skipped(): readonly Remark[] {
    return [...this.remarks.values()];
  }

  /**
   * Writes an entry, or notes why not.
   * @param declared size that the archive states, which its content must not exceed
   * @throws Fault `upload_invalid` beyond a limit, `cancelled`
   */
  async add(
    named: string,
    kind: 'file' | 'link' | 'other',
    declared: number,
    content: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ): Promise<void> {
    const { limits, signal } = this.archive;
    if (signal?.aborted) throw new Fault('cancelled', 'Unpacking the upload was stopped.');
    this.entries += 1;
    if (this.entries > limits.files) throw this.invalid(`has more than ${limits.files} entries`);
    const path = named.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
    const foreign = foreignFolder(path);
    // What a Mac adds to an archive: no file of the author.
    if (path.startsWith('__MACOSX/')) return;
    const why = foreign === null ? this.reasonToSkip(path, kind, declared) : FOREIGN;
    if (why !== null) {
      this.note(foreign ?? path, why);
      return;
    }
    this.checkRoom(this.written + declared);
    try {
      await this.write(path, declared, content);
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === null) throw error;
      this.note(path, reason);
    }
  }

  /** The bytes of a compressed stream, which count whether or not their files are written. */
  async *counted(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const part of bytes) {
      this.streamed += part.length;
      this.checkRoom(this.streamed);
      yield part;
    }
  }

  private async write(
    path: string,
    declared: number,
    content: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ): Promise<void> {
    const target = join(this.folder, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const file = await open(target, 'wx', 0o600);
    let bytes = 0;
    try {
      for await (const part of content()) {
        bytes += part.length;
        if (bytes > declared) throw this.invalid(`understates the size of ${path.slice(0, 200)}`);
        await file.writeFile(part);
      }
      this.written += bytes;
    } catch (error) {
      await rm(target, { force: true });
      throw error;
    } finally {
      await file.close();
    }
  }

  private reasonToSkip(path: string, kind: 'file' | 'link' | 'other', declared: number): string | null {
    if (kind === 'link') return 'a link';
    if (kind === 'other') return 'not a regular file';
    if (!isWritable(path) || /^[A-Za-z]:/.test(path))
      return 'its name leads outside the archive, has control characters, or is not allowed in a work tree';
    if (path.split('/').length - 1 > this.archive.limits.depth)
      return `it is more than ${this.archive.limits.depth} folders deep`;
    const limit = mayBeCorpus(path) || mayBeDocument(path) ? MAX_LARGE_BYTES : MAX_BYTES;
    return declared > limit ? `${declared} bytes, more than the limit of ${limit}` : null;
  }

  private checkRoom(bytes: number): void {
    const { packed, limits } = this.archive;
    if (bytes > limits.bytes) throw this.invalid(`unpacks to more than ${Math.round(limits.bytes / 1e6)} MB`);
    if (bytes > limits.ratioFrom && bytes > packed * limits.ratio)
      throw this.invalid(`unpacks to more than ${limits.ratio} times its size, as no sources do`);
  }

  private note(path: string, reason: string): void {
    if (this.remarks.size < MOST_REMARKS) this.remarks.set(path, { path, reason });
  }

  private invalid(what: string): Fault {
    return new Fault(
      'upload_invalid',
      `${this.archive.name} ${what}. Nothing of it was indexed: upload a smaller archive, or index the folder itself.`,
    );
  }
}

const FOREIGN = 'a folder of dependencies, build output or stored data';

/** Why a file was not written; null if the reason is not its own. */
function reasonOf(error: unknown): string | null {
  if (error instanceof EntryUnreadable) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (['EEXIST', 'EISDIR', 'ENOTDIR'].includes(code)) return 'another entry of the archive has the same name';
  return ['ENAMETOOLONG', 'EINVAL'].includes(code) ? 'its name is not possible on this file system' : null;
}
