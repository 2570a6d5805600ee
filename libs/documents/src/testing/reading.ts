import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DocumentFormat } from '@quarry/turn';
import type { Loaded, LoadedDocument } from '../document';
import { openDocumentReader, type DocumentReaderOptions } from '../reader/document-reader';

const HOOK = join(__dirname, '../../../sqlite/src/testing/typescript-hook.cjs');
/** Lets the reader's thread run the sources directly. */
export const SOURCES = { execArgv: ['--conditions=quarry-source', '-r', HOOK] } as const;

/** A reader with its thread, for bytes in memory. */
export class Reading {
  private readonly folder = mkdtempSync(join(tmpdir(), 'quarry-reading-'));
  private readonly reader;
  private count = 0;

  constructor(options: DocumentReaderOptions = {}) {
    this.reader = openDocumentReader({ ...SOURCES, ...options });
  }

  /** Writes the bytes to a file and returns its path. */
  write(bytes: Uint8Array, extension = 'pdf'): string {
    const path = join(this.folder, `${this.count++}.${extension}`);
    writeFileSync(path, bytes);
    return path;
  }

  read(bytes: Uint8Array, format: DocumentFormat = 'pdf', signal?: AbortSignal): Promise<Loaded> {
    return this.reader.read(this.write(bytes), format, signal);
  }

  readFile(path: string, format: DocumentFormat = 'pdf'): Promise<Loaded> {
    return this.reader.read(path, format);
  }

  /** Returns the document in these bytes; a refusal fails the test with its reason. */
  async document(bytes: Uint8Array, format: DocumentFormat = 'pdf'): Promise<LoadedDocument> {
    const loaded = await this.read(bytes, format);
    if (loaded.kind === 'refused') throw new Error(`refused (${loaded.refusal}): ${loaded.reason}`);
    return loaded.document;
  }

  /** Closes only the reader. */
  end(): Promise<void> {
    return this.reader.close();
  }

  async close(): Promise<void> {
    await this.end();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
