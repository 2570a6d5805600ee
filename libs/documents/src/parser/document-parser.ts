import type { DocumentFormat } from '@quarry/turn';
import type { Loaded } from '../document';

/**
 * Parses documents in place of Quarry's own loaders: an adapter to a server that its operator runs.
 */
export interface DocumentParser {
  /** Part of the stored hashes of what it parses, so that another parser reads the files again. */
  readonly id: string;
  /** Whether it parses files of a format; the others are left to Quarry's loaders. */
  parses(format: DocumentFormat): boolean;
  /**
   * Parses a file. Never rejects because of the file or the server: a server that does not answer is a refusal
   * `timeout`, and the next run tries again.
   */
  parse(absolutePath: string, format: DocumentFormat, signal?: AbortSignal): Promise<Loaded>;
}

export interface ParserOptions {
  /** Timeout of one file, in milliseconds; 300,000 by default. It is that of a server, so the clock counts. */
  readonly timeoutMs?: number;
  /** Larger files are not sent; 100 MB by default. */
  readonly maxBytes?: number;
}
