import { constants, open } from 'node:fs/promises';
import { readerVersion } from '../languages/languages';
import { sha256 } from '../source/decode';
import type { SourceFile } from '../source/source-tree';

/**
 * Part of every stored hash. Raised when the same bytes produce different chunks, so that all files are read again. For
 * facts, raise the version of their language instead.
 */
const FORMAT = 6;

/** A file's bytes, or why they cannot be read. */
export interface Content {
  readonly source: SourceFile;
  readonly content: Buffer;
  readonly hash: string;
  /** SHA-256 of the bytes. */
  readonly sha: string;
  readonly error?: string;
}

/** Reads a file's bytes and hash; never follows a link that replaced the file since it was listed. */
export async function readContent(source: SourceFile): Promise<Content> {
  try {
    const file = await open(source.absolute, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      const content = await file.readFile();
      return { ...contentOf(source, sha256(content)), content };
    } finally {
      await file.close();
    }
  } catch (error) {
    return {
      source,
      content: Buffer.alloc(0),
      hash: '',
      sha: '',
      error: `cannot be read (${String(error)})`,
    };
  }
}

/** Of a file whose bytes are known by their digest. */
export function contentOf(source: SourceFile, sha: string): Omit<Content, 'content'> {
  return { source, sha, hash: hashOfSha(sha, readerVersion(source.path)) };
}

/** Hash of a file's bytes and reader. Older versions wrote it without a reader; those hashes remain valid. */
export function hashOfFile(content: Uint8Array, reader: string): string {
  return hashOfSha(sha256(content), reader);
}

function hashOfSha(sha: string, reader: string): string {
  return sha256(`${FORMAT}${reader === '' ? '' : ` ${reader}`} ${sha}`);
}
