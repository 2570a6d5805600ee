import { defined, Fault } from '@quarry/turn';
import type { FactsCache, FactsKey, KnownFacts } from '../cache/facts-cache';
import type { TextVerdict } from '../cache/seen-files';
import { FIRST_WINDOW } from '../chunk/chunk-file';
import type { WindowSize } from '../chunk/windows';
import type { FileFacts } from '../facts';
import type { ScanResult } from '../secrets/secret-mask';
import { decode, sha256, type DecodedText, type NotText } from '../source/decode';
import { unlessDrawing } from '../source/drawing';
import type { Remark } from '../source/remark';
import type { SourceFile } from '../source/source-tree';
import { checkCancelled } from '../progress/cancelled';
import { extract, orRemark, type Extracted } from './extract-facts';
import { contentOf, readContent, type Content } from './file-content';
import type { CutOptions, IndexOptions } from './options';

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
  readonly facts: LazyFacts | null;
}

/** Facts that are unpacked at their first use: a run without changes needs none. */
export class LazyFacts {
  private facts: FileFacts | undefined;

  constructor(private readonly load: () => FileFacts) {}

  get(): FileFacts {
    return (this.facts ??= this.load());
  }
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

/** Reads and parses the files. A file that has not changed is not opened; its facts are in the cache. */
export async function readFiles(
  sources: readonly SourceFile[],
  cache: FactsCache,
  options: ReadFilesOptions,
): Promise<ReadResult> {
  const files: ReadFile[] = [];
  const skipped: Remark[] = [];
  const problems: Remark[] = [];
  for (let i = 0; i < sources.length; i += BATCH) {
    checkCancelled(options.signal);
    const batch = sources.slice(i, i + BATCH);
    const known = unchanged(batch, cache, options);
    const read = await readChanged(
      batch.filter((_, n) => known[n] === null),
      cache,
      options,
    );
    for (const [n, source] of batch.entries()) {
      const found = known[n] ?? read.get(source) ?? { reason: '' };
      if ('reason' in found) {
        skipped.push({ path: source.path, reason: found.reason });
        continue;
      }
      problems.push(...found.problems.map((reason) => ({ path: source.path, reason })));
      files.push(found.file);
      options.onProgress?.({ phase: 'read', done: i + n + 1, total: sources.length });
    }
  }
  return { files, skipped, problems };
}

type ReadFilesOptions = Pick<IndexOptions, 'extractFor' | 'onProgress' | 'signal' | 'rebuild'> & CutOptions;

/** A file in the index with the problems of its reading, or why it is skipped. */
type Read = { readonly file: ReadFile; readonly problems: readonly string[] } | { readonly reason: string };

/** What is known of each file without opening it; null for a file that must be read. */
function unchanged(
  batch: readonly SourceFile[],
  cache: FactsCache,
  options: ReadFilesOptions,
): readonly (Read | null)[] {
  if (options.rebuild) return batch.map(() => null);
  return cache.seen.get(batch).map((seen, n): Read | null => {
    const source = batch[n]!;
    if (!seen?.text) return null;
    if (seen.text.kind === 'binary') return { reason: seen.text.reason };
    const content = contentOf(source, seen.sha);
    const scan = options.secrets.known(source.path, content.hash);
    if (!scan) return null;
    const key = { path: source.path, hash: scan.hash };
    const facts = options.extractFor(source.path) === null ? null : usable(cache.known([key])[0], options);
    if (facts === undefined) return null;
    const problems = [seen.text.remark, facts?.problem].filter((problem) => typeof problem === 'string');
    return { file: fileOf(content, scan, facts && fromCache(cache, key), options), problems };
  });
}

/** Facts that need not be read again. */
function usable(known: KnownFacts | null | undefined, options: ReadFilesOptions): KnownFacts | undefined {
  // With `rebuild`, files that a parser gave up on get another chance.
  const problem = known?.problem ?? null;
  if (problem !== null && (options.rebuild === true || BY_THE_CLOCK.test(problem))) return undefined;
  return known ?? undefined;
}

function fromCache(cache: FactsCache, key: FactsKey): LazyFacts {
  return new LazyFacts(() => {
    const facts = cache.facts(key);
    if (facts) return facts;
    throw new Fault(
      'store_unavailable',
      `the facts of ${key.path} vanished from the cache during the run; index again`,
    );
  });
}

/** Reads the bytes of files, and parses those whose facts are not cached. */
async function readChanged(
  sources: readonly SourceFile[],
  cache: FactsCache,
  options: ReadFilesOptions,
): Promise<ReadonlyMap<SourceFile, Read>> {
  const contents = await Promise.all(sources.map(readContent));
  const texts = contents.map(({ source, content, error }) =>
    error === undefined
      ? unlessDrawing(source.path, decode(content))
      : { kind: 'error' as const, reason: error },
  );
  const scans: (ScanResult & { readonly text: string | null })[] = [];
  for (const [n, { source, hash }] of contents.entries()) {
    checkCancelled(options.signal);
    const text = texts[n];
    scans.push(
      text?.kind === 'text'
        ? await options.secrets.look(source.path, hash, text.text)
        : { hash, isMasked: false, text: null },
    );
  }
  const keys = contents.map(({ source, hash }, n) => ({ path: source.path, hash: scans[n]?.hash ?? hash }));
  const known = cache.known(keys).map((facts) => usable(facts, options));
  const extracted: Extracted[] = [];
  for (const [n, text] of texts.entries()) {
    checkCancelled(options.signal);
    const { path } = keys[n]!;
    const isParsed = known[n] === undefined && text.kind === 'text';
    extracted.push(
      isParsed ? extract(path, await maskedText(path, text.text, scans[n], options), options) : null,
    );
    // Reading may be synchronous: yields to other work in this process after every file.
    if (isParsed) await new Promise((done) => setImmediate(done));
  }
  const fresh: { hash: string; facts: FileFacts }[] = [];
  const found = new Map<SourceFile, Read>();
  for (const [n, content] of contents.entries()) {
    const { source } = content;
    const text = texts[n];
    const scan = scans[n] ?? { hash: content.hash, isMasked: false };
    if (text?.kind !== 'text') {
      found.set(source, { reason: text?.reason ?? '' });
      continue;
    }
    const parsed = await orRemark(source.path, extracted[n] ?? null, options.signal);
    const facts = parsed && 'reason' in parsed ? null : parsed;
    if (facts) fresh.push({ hash: scan.hash, facts });
    const cached = known[n] && fromCache(cache, keys[n]!);
    found.set(source, {
      file: fileOf(content, scan, facts ? new LazyFacts(() => facts) : (cached ?? null), options),
      problems: [
        text.remark,
        parsed && 'reason' in parsed ? parsed.reason : undefined,
        facts?.problem ?? known[n]?.problem ?? undefined,
      ].filter((problem) => problem !== undefined),
    });
  }
  if (fresh.length > 0) cache.put(fresh);
  cache.seen.put(
    contents.flatMap(({ source, sha }, n) => {
      const text = texts[n];
      return text === undefined || text.kind === 'error' ? [] : [{ source, sha, text: verdictOf(text) }];
    }),
  );
  return found;
}

function verdictOf(text: DecodedText | NotText): TextVerdict {
  if (text.kind === 'binary') return text;
  return { kind: 'text', ...defined({ remark: text.remark }) };
}

function fileOf(
  { source, hash: bytes, sha }: Omit<Content, 'content'>,
  { hash: content, isMasked }: ScanResult,
  facts: LazyFacts | null,
  options: CutOptions,
): ReadFile {
  const url = options.urlOf({ path: source.path, line: 1 });
  return { source, bytes, sha, isMasked, content, hash: hashOf(content, options.window, url), facts };
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

/** The content's own hash for the windows of earlier versions without a URL. */
function hashOf(content: string, window: WindowSize, url: string | undefined): string {
  const usual = window.tokens === FIRST_WINDOW.tokens && window.overlap === FIRST_WINDOW.overlap;
  return usual && url === undefined ? content : sha256(JSON.stringify([content, window, url]));
}
