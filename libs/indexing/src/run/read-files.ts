import { constants, open } from 'node:fs/promises';
import { Fault } from '@quarry/turn';
import type { FactsCache } from '../cache/facts-cache';
import { WINDOW } from '../chunk/chunk-file';
import type { WindowSize } from '../chunk/windows';
import type { FileFacts } from '../facts';
import { readerVersion } from '../languages/languages';
import { decode, sha256 } from '../source/decode';
import type { Remark } from '../source/remark';
import type { SourceFile } from '../source/source-tree';
import { checkCancelled } from '../progress/cancelled';
import type { CutOptions, IndexOptions } from './options';

/**
 * Part of every stored hash. Raised when the same bytes produce different chunks, so that all files are read again. For
 * facts, raise the version of their language instead.
 */
const FORMAT = 6;

/** A text file that belongs in the index. */
export interface ReadFile {
  readonly source: SourceFile;
  /** Hash of bytes and format: of what was read. */
  readonly bytes: string;
  /** SHA-256 of the bytes alone. */
  readonly sha: string;
  /** True if its text contains secrets, which are masked in everything derived from it. */
  readonly isMasked: boolean;
  /** Like `bytes`, plus the masked secrets: its facts are a function of this. */
  readonly content: string;
  /** Hash of all inputs of its chunks, except the keys assigned by linking. */
  readonly hash: string;
  /** Null for text that no extractor reads. */
  readonly facts: FileFacts | null;
}

export interface ReadResult {
  readonly files: readonly ReadFile[];
  readonly skipped: readonly Remark[];
  readonly problems: readonly Remark[];
}

/**
 * How an older version recorded a file that exceeded a wall-clock limit, perhaps on a busy machine. Reasons now name
 * CPU time.
 */
const BY_THE_CLOCK = /\(it did not end within [\d.]+ s\)/;

/** Files read and looked up in the cache together: at the size limit they take 32 MB. */
const BATCH = 16;

/** Reads and parses the files; facts of known files come from the cache. */
export async function readFiles(
  sources: readonly SourceFile[],
  cache: FactsCache,
  options: Pick<IndexOptions, 'extractFor' | 'onProgress' | 'signal' | 'rebuild'> & CutOptions,
): Promise<ReadResult> {
  const files: ReadFile[] = [];
  const skipped: Remark[] = [];
  const problems: Remark[] = [];
  for (let i = 0; i < sources.length; i += BATCH) {
    checkCancelled(options.signal);
    const batch = await Promise.all(sources.slice(i, i + BATCH).map(readContent));
    const fresh: { hash: string; facts: FileFacts }[] = [];
    const texts = batch.map(({ content, error }) =>
      error === undefined ? decode(content) : { kind: 'error' as const, reason: error },
    );
    const looked: Awaited<ReturnType<CutOptions['secrets']['look']>>[] = [];
    for (const [n, { source, hash }] of batch.entries()) {
      checkCancelled(options.signal);
      const text = texts[n];
      looked.push(
        text?.kind === 'text'
          ? await options.secrets.look(source.path, hash, text.text)
          : { hash, isMasked: false, text: null },
      );
    }
    const known = cache.get(
      batch.map(({ source, hash }, n) => ({ path: source.path, hash: looked[n]?.hash ?? hash })),
    );
    const facts: Extracted[] = [];
    for (const [n, text] of texts.entries()) {
      checkCancelled(options.signal);
      const problem = known[n]?.problem;
      // With `rebuild`, files that a parser gave up on get another chance.
      const again = problem !== undefined && (options.rebuild === true || BY_THE_CLOCK.test(problem));
      const old = again ? null : (known[n] ?? null);
      const path = batch[n]?.source.path ?? '';
      facts.push(
        old ??
          (text.kind === 'text'
            ? extract(path, await maskedText(path, text.text, looked[n], options), options)
            : null),
      );
      // Reading may be synchronous: yields to other work in this process after every file.
      if (!old) await new Promise((done) => setImmediate(done));
    }
    for (const [n, { source, hash: bytes, sha }] of batch.entries()) {
      const text = texts[n];
      const { hash, isMasked } = looked[n] ?? { hash: bytes, isMasked: false };
      if (text?.kind !== 'text') {
        skipped.push({ path: source.path, reason: text?.reason ?? '' });
        continue;
      }
      if (text.remark !== undefined) problems.push({ path: source.path, reason: text.remark });
      const found = await orRemark(source.path, facts[n] ?? null, options.signal);
      const read = found && 'reason' in found ? null : found;
      if (found && 'reason' in found) problems.push(found);
      if (read && read !== known[n]) fresh.push({ hash, facts: read });
      if (read?.problem !== undefined) problems.push({ path: source.path, reason: read.problem });
      const url = options.urlOf({ path: source.path, line: 1 });
      files.push({
        source,
        bytes,
        sha,
        isMasked,
        content: hash,
        hash: hashOf(hash, options.window, url),
        facts: read,
      });
      options.onProgress?.({ phase: 'read', done: i + n + 1, total: sources.length });
    }
    if (fresh.length > 0) cache.put(fresh);
  }
  return { files, skipped, problems };
}

/** The text from which facts may be read. */
async function maskedText(
  path: string,
  text: string,
  looked: { readonly isMasked: boolean; readonly text: string | null } | undefined,
  { secrets }: CutOptions,
): Promise<string> {
  if (!looked?.isMasked) return text;
  return looked.text ?? (await secrets.mask(path, text)).text;
}

/** The content's own hash for the default windows without a URL. */
function hashOf(content: string, window: WindowSize, url: string | undefined): string {
  const usual = window.tokens === WINDOW.tokens && window.overlap === WINDOW.overlap;
  return usual && url === undefined ? content : sha256(JSON.stringify([content, window, url]));
}

interface Content {
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
      const sha = sha256(content);
      return { source, content, sha, hash: hashOfSha(sha, readerVersion(source.path)) };
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

/** Hash of a file's bytes and reader. Older versions wrote it without a reader; those hashes remain valid. */
export function hashOfFile(content: Uint8Array, reader: string): string {
  return hashOfSha(sha256(content), reader);
}

function hashOfSha(sha: string, reader: string): string {
  return sha256(`${FORMAT}${reader === '' ? '' : ` ${reader}`} ${sha}`);
}

type Extracted = FileFacts | Promise<FileFacts> | Remark | null;

/** The file's facts, null if no extractor reads it, a remark if the extractor failed: it is then indexed as text. */
function extract(path: string, text: string, { extractFor }: Pick<IndexOptions, 'extractFor'>): Extracted {
  try {
    const extracted = extractFor(path)?.(path, text) ?? null;
    // Awaited later; an earlier rejection must not count as unhandled.
    if (extracted instanceof Promise) extracted.catch(() => undefined);
    return extracted;
  } catch (error) {
    return gaveUp(path, error);
  }
}

/** Waits for the facts until the run is aborted. */
async function orRemark(
  path: string,
  extracted: Extracted,
  signal: AbortSignal | undefined,
): Promise<FileFacts | Remark | null> {
  try {
    return await (extracted instanceof Promise ? unlessAborted(extracted, signal) : extracted);
  } catch (error) {
    checkCancelled(signal);
    if (error instanceof Fault) throw error;
    return gaveUp(path, error);
  }
}

function unlessAborted<Value>(value: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return value;
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      reject(new Error('aborted'));
    };
    signal.addEventListener('abort', stop, { once: true });
    value.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', stop);
    });
  });
}

function gaveUp(path: string, error: unknown): Remark {
  return { path, reason: `could not be parsed and is indexed as text: ${String(error)}` };
}
