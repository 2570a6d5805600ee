import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '@quarry/turn';
import { unzipSync } from 'fflate';
import { download } from './download';
import { TOKENIZER, type Model } from './models';
import { defaultSources, MODEL_FILE, mavenSource, TOKENIZER_FILE, type ModelSource } from './sources';
import { tokenizerDigest } from './tokenizer-digest';

export interface ModelFiles {
  readonly model: string;
  readonly tokenizer: string;
}

export interface FetchModelOptions {
  readonly onProgress?: (progress: {
    readonly source: string;
    /** Bytes of the current file. */
    readonly received: number;
    readonly total: number | null;
  }) => void;
  /**
   * A mirror of Maven Central, e.g. `https://nexus.example/repository/maven-central`. It replaces all default sources.
   */
  readonly baseUrl?: string;
  readonly signal?: AbortSignal;
  /** Longest stall of a server, in milliseconds; 30,000 by default. */
  readonly stallMs?: number;
}

/** Paths of the two files of a model in `dir`; null if one is missing or the model is incomplete. */
export async function findModel(model: Model, dir: string): Promise<ModelFiles | null> {
  const files = { model: join(dir, MODEL_FILE), tokenizer: join(dir, TOKENIZER_FILE) };
  try {
    const [found, tokenizer] = await Promise.all([stat(files.model), stat(files.tokenizer)]);
    return found.size === model.pinned.bytes && tokenizer.size > 0 ? files : null;
  } catch {
    return null;
  }
}

/**
 * Downloads an embedding model into `dir` (MiniLM: a 16 MB download, 24 MB on disk).
 * If the files already exist with the
 * pinned checksums, it makes no network request. This is the only function of the library that downloads.
 * @throws Fault `setup_failed` with the error of each source; `cancelled`.
 *
 * @example
 * const files = await fetchModel(MINILM, '/models', { baseUrl: 'https://nexus.example/repository/maven-central' });
 */
export function fetchModel(model: Model, dir: string, options: FetchModelOptions = {}): Promise<ModelFiles> {
  const sources =
    options.baseUrl === undefined ? defaultSources(model) : [mavenSource(model, options.baseUrl)];
  return fetchFrom(sources, model, dir, options);
}

/** Like `fetchModel`, from the first of the given sources that serves the pinned files. */
export async function fetchFrom(
  sources: readonly ModelSource[],
  model: Model,
  dir: string,
  options: FetchModelOptions,
): Promise<ModelFiles> {
  if (await isComplete(model, dir))
    return { model: join(dir, MODEL_FILE), tokenizer: join(dir, TOKENIZER_FILE) };
  const failures: string[] = [];
  for (const source of sources) {
    try {
      const found = await read(source, model, options);
      await mkdir(dir, { recursive: true });
      await replaceFile(join(dir, TOKENIZER_FILE), found.tokenizer);
      await replaceFile(join(dir, MODEL_FILE), found.model);
      return { model: join(dir, MODEL_FILE), tokenizer: join(dir, TOKENIZER_FILE) };
    } catch (error) {
      if (error instanceof Fault && error.code === 'cancelled') throw error;
      failures.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Fault(
    'setup_failed',
    `the embedding model could not be fetched into ${dir}: ${failures.join('; ')}. Without it, search uses BM25 only; ` +
      'run `quarry setup` again, with a Maven Central mirror as the base URL if your network requires one',
    { retryable: true },
  );
}

async function isComplete(model: Model, dir: string): Promise<boolean> {
  const files = await findModel(model, dir);
  if (!files) return false;
  const [bytes, tokenizer] = await Promise.all([readFile(files.model), readFile(files.tokenizer)]);
  return isPinned(model, { model: bytes, tokenizer });
}

async function read(
  source: ModelSource,
  model: Model,
  options: FetchModelOptions,
): Promise<{ readonly model: Uint8Array; readonly tokenizer: Uint8Array }> {
  const settings = {
    signal: options.signal,
    stallMs: options.stallMs ?? 30_000,
    onBytes: (received: number, total: number | null) =>
      options.onProgress?.({ source: source.base, received, total }),
  };
  const found =
    source.kind === 'files'
      ? {
          tokenizer: await download(source.base, source.tokenizer, settings),
          model: await download(source.base, source.model, settings),
        }
      : unpack(source, model, await download(source.base, source.archive, settings));
  if (!isPinned(model, found)) {
    throw new Fault(
      'setup_failed',
      `${source.base} serves a different model or tokenizer than the pinned one`,
    );
  }
  return found;
}

/** Extracts the two expected entries of the archive; entry names never become paths. */
function unpack(
  source: Extract<ModelSource, { kind: 'archive' }>,
  { pinned }: Model,
  archive: Uint8Array,
): { readonly model: Uint8Array; readonly tokenizer: Uint8Array } {
  const limits = new Map<string, number>([
    [source.model, pinned.bytes],
    [source.tokenizer, TOKENIZER.maxBytes],
  ]);
  const entries = unzipSync(archive, {
    filter: (entry) => entry.originalSize <= (limits.get(entry.name) ?? -1),
  });
  const model = entries[source.model];
  const tokenizer = entries[source.tokenizer];
  if (!model || !tokenizer)
    throw new Fault('setup_failed', `the archive of ${source.base} lacks the model's files`);
  return { model, tokenizer };
}

function isPinned(
  { pinned }: Model,
  files: { readonly model: Uint8Array; readonly tokenizer: Uint8Array },
): boolean {
  return (
    createHash('sha256').update(files.model).digest('hex') === pinned.sha256 &&
    tokenizerDigest(files.tokenizer) === TOKENIZER.digest
  );
}

/** Readers of `path` see the old file or the complete new one, even if two setups run at once or the machine stops. */
async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    const file = await open(temporary, 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
