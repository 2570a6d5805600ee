import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { fetchUpTo } from '@quarry/connections/http';
import { Fault, type DocumentFormat } from '@quarry/turn';
import type { Loaded } from '../document';
import { Refused } from '../html/html-text';
import type { DocumentParser, ParserOptions } from './document-parser';

/** A reply of more bytes is abandoned, whatever its file. */
const MAX_REPLY = 64_000_000;

/** How one kind of server is asked, and what its reply means. */
export interface ParserProtocol {
  readonly id: string;
  readonly formats: readonly DocumentFormat[];
  request(file: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }): {
    readonly path: string;
    readonly init: RequestInit;
  };
  /** @throws Error if the reply is not one of such a server, Refused if the document is not readable */
  loaded(reply: string, format: DocumentFormat): Loaded;
}

/** A parser behind HTTP. It follows no redirect, sends no credentials, and reads a bounded reply. */
export class ServerParser implements DocumentParser {
  readonly id: string;
  private readonly fetch = fetchUpTo(MAX_REPLY);

  constructor(
    private readonly protocol: ParserProtocol,
    private readonly baseUrl: string,
    private readonly options: ParserOptions,
  ) {
    this.id = protocol.id;
  }

  parses(format: DocumentFormat): boolean {
    return this.protocol.formats.includes(format);
  }

  async parse(path: string, format: DocumentFormat, signal?: AbortSignal): Promise<Loaded> {
    const { maxBytes = 100e6, timeoutMs = 300_000 } = this.options;
    const { size } = await stat(path);
    if (size > maxBytes)
      return refused(
        'too_large',
        `The file has ${size} bytes, more than the ${maxBytes} that are sent to ${this.name}.`,
      );
    const bytes = new Uint8Array(await readFile(path));
    const { path: route, init } = this.protocol.request({ name: basename(path), bytes });
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await this.fetch(`${this.baseUrl}${route}`, {
        ...init,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      const reply = await response.text();
      return response.ok ? this.read(reply, format) : this.failed(response.status, reply);
    } catch (error) {
      if (signal?.aborted) throw new Fault('cancelled', 'reading documents was cancelled', { cause: error });
      const why = timeout.aborted ? `within ${timeoutMs / 1_000} s` : `(${reasonOf(error)})`;
      return refused(
        'timeout',
        `${this.name} did not answer ${why}. The next run asks it again; without DOCUMENT_PARSER_URL, Quarry reads the file itself.`,
      );
    }
  }

  private get name(): string {
    return `The document parser (${this.protocol.id})`;
  }

  private read(reply: string, format: DocumentFormat): Loaded {
    try {
      return this.protocol.loaded(reply, format);
    } catch (error) {
      if (error instanceof Refused) return refused(error.refusal, error.message);
      return refused(
        'damaged',
        `${this.name} sent a reply that cannot be read: ${reasonOf(error)}. Check DOCUMENT_PARSER_URL.`,
      );
    }
  }

  /** A server that is busy or broken may succeed later; one that rejects the file will not. */
  private failed(status: number, reply: string): Loaded {
    const detail = reply.replace(/\s+/g, ' ').trim().slice(0, 200);
    const what = `${this.name} replied with status ${status}${detail === '' ? '' : `: ${detail}`}.`;
    if (status === 429 || (status >= 500 && status !== 501))
      return refused('timeout', `${what} The next run asks it again.`);
    return refused('damaged', status >= 300 && status < 400 ? `${what} Redirects are not followed.` : what);
  }
}

function refused(refusal: Extract<Loaded, { kind: 'refused' }>['refusal'], reason: string): Loaded {
  return { kind: 'refused', refusal, reason };
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
