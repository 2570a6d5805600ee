import { createHash } from 'node:crypto';
import { Fault, trimEndOf } from '@quarry/turn';
import type { Download } from './sources';

export interface DownloadOptions {
  readonly signal?: AbortSignal;
  /** Longest stall of the server, in milliseconds, before the headers and between two pieces. */
  readonly stallMs: number;
  readonly onBytes?: (received: number, total: number | null) => void;
}

/**
 * Downloads one file into memory, never more than `maxBytes`, and checks its SHA-256.
 * @throws Fault `setup_failed`, or `cancelled` if the signal fired.
 */
export async function download(base: string, file: Download, options: DownloadOptions): Promise<Uint8Array> {
  const url = `${trimEndOf(base, '/')}/${file.path}`;
  const stall = new AbortController();
  let timer = setTimeout(() => stall.abort(), options.stallMs);
  const alive = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => stall.abort(), options.stallMs);
  };
  try {
    const signal = options.signal ? AbortSignal.any([options.signal, stall.signal]) : stall.signal;
    const response = await fetch(url, { signal, redirect: 'follow' });
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      throw new Fault('setup_failed', `${url} answered ${response.status}`, {
        retryable: response.status >= 500,
      });
    }
    const declared = Number(response.headers.get('content-length') ?? NaN);
    return await collect(url, response.body, file, (received) => {
      alive();
      options.onBytes?.(received, Number.isFinite(declared) ? declared : null);
    });
  } catch (error) {
    if (error instanceof Fault) throw error;
    if (options.signal?.aborted) throw new Fault('cancelled', 'the download was cancelled', { cause: error });
    const why = stall.signal.aborted
      ? `sent nothing for ${options.stallMs} ms`
      : `failed: ${reasonOf(error)}`;
    throw new Fault('setup_failed', `${url} ${why}`, { retryable: true, cause: error });
  } finally {
    clearTimeout(timer);
  }
}

async function collect(
  url: string,
  body: ReadableStream<Uint8Array>,
  file: Download,
  onBytes: (received: number) => void,
): Promise<Uint8Array> {
  const hash = createHash('sha256');
  const pieces: Uint8Array[] = [];
  let received = 0;
  for await (const piece of body) {
    received += piece.byteLength;
    if (received > file.maxBytes) {
      throw new Fault('setup_failed', `${url} is longer than the expected ${file.maxBytes} bytes`);
    }
    hash.update(piece);
    pieces.push(piece);
    onBytes(received);
  }
  const found = hash.digest('hex');
  if (file.sha256 !== undefined && found !== file.sha256) {
    throw new Fault(
      'setup_failed',
      `${url} has SHA-256 ${found} instead of ${file.sha256}; nothing was kept`,
    );
  }
  return Buffer.concat(pieces, received);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // fetch reports only "fetch failed"; the reason is in the cause.
  return error.cause instanceof Error ? error.cause.message : error.message;
}
