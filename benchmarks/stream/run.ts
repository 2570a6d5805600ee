import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { indexPlainly, quantile, silenceLogs, startPrivateRedis, type Terminal } from '@quarry/cli';
import { readConfig, writeWorkspace } from '@quarry/platform';
import { askAndFollow, type Streamed } from './follow.ts';
import { serveQuarry } from './served.ts';
import { startStampingModel } from './stamping-model.ts';

export interface BenchStreamOptions {
  readonly carrier: 'bullmq' | 'memory';
  /** Numbers of concurrent streams, measured one after another. */
  readonly streams: readonly number[];
  /** Turns per stream. */
  readonly turns: number;
  /** Tokens per answer, and milliseconds between two of them. */
  readonly tokens: number;
  readonly everyMs: number;
}

/** The result for one number of concurrent streams; times in milliseconds. */
export interface StreamResult {
  readonly streams: number;
  readonly turns: number;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly accepted: Quantiles;
  readonly firstEvent: Quantiles;
  /** From the model sending a token to the client receiving it. */
  readonly token: Quantiles & { readonly count: number };
}

interface Quantiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** The code to search: a small part of Quarry's own sources. */
const SOURCES = resolve(import.meta.dirname, '../../libs/engine');

const QUESTION = 'Which function refuses a duplicate hop, and who calls it?';

/**
 * Measures the latency that Quarry adds between a model and a client. `quarry serve` runs in a separate process; model
 * and clients run in this one, so that they share a clock.
 * @throws Fault `redis_unavailable`, `internal`
 */
export async function run(options: BenchStreamOptions, terminal: Terminal): Promise<StreamResult[]> {
  silenceLogs();
  const folder = await mkdtemp(join(tmpdir(), 'quarry-bench-'));
  const opened: { close(): Promise<void> }[] = [
    { close: () => rm(folder, { recursive: true, force: true }) },
  ];
  try {
    const redis = await startPrivateRedis({ appendOnly: true });
    opened.unshift({ close: () => redis.stop() });
    const model = await startStampingModel(options.tokens, options.everyMs);
    opened.unshift(model);
    terminal.progress(`indexing ${SOURCES} ...`);
    const ref = { repository: 'bench', snapshot: 'current' };
    const config = readConfig({ dataDir: folder, embedderUrl: 'none', logLevel: 'silent' }, {});
    await indexPlainly({ ...config, root: SOURCES, ref, signal: terminal.signal });
    await writeWorkspace(folder, { ...ref, root: SOURCES });
    const served = await serveQuarry({
      QUARRY_DATA: folder,
      QUARRY_CARRIER: options.carrier,
      REDIS_URL: redis.url,
      QUARRY_CHAT_PROVIDER: 'openai',
      QUARRY_CHAT_BASE_URL: model.baseUrl,
      QUARRY_CHAT_MODEL: 'stamps',
    });
    opened.unshift({ close: () => served.stop() });
    // Warm-up: compiles code and opens connections.
    for (let turn = 0; turn < 3; turn++) await askAndFollow(served.url, QUESTION, terminal.signal);
    const results: StreamResult[] = [];
    for (const streams of options.streams) {
      terminal.progress(`${streams} streams ...`);
      results.push(await measure(served.url, streams, options.turns, terminal.signal));
    }
    return results;
  } finally {
    for (const part of opened) await part.close();
  }
}

async function measure(
  url: string,
  streams: number,
  turns: number,
  signal: AbortSignal,
): Promise<StreamResult> {
  const seen: Streamed[] = [];
  await Promise.all(
    Array.from({ length: streams }, async () => {
      for (let turn = 0; turn < turns; turn++) seen.push(await askAndFollow(url, QUESTION, signal));
    }),
  );
  const outcomes: Record<string, number> = {};
  for (const { outcome } of seen) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  const tokens = seen.flatMap(({ tokensMs }) => tokensMs);
  return {
    streams,
    turns: seen.length,
    outcomes,
    accepted: quantiles(seen.map(({ acceptedMs }) => acceptedMs)),
    firstEvent: quantiles(seen.map(({ firstEventMs }) => firstEventMs)),
    token: { count: tokens.length, ...quantiles(tokens) },
  };
}

function quantiles(values: readonly number[]): Quantiles {
  return { p50: quantile(values, 0.5), p95: quantile(values, 0.95), p99: quantile(values, 0.99) };
}
