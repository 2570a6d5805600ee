import { open, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type DocumentReader, formatOf, openDocumentReader, sectionsOf } from '@quarry/documents';
import type { IndexedFile } from '@quarry/search-index';
import { defined, Fault } from '@quarry/turn';
import { chunkFile, WINDOW } from '../chunk/chunk-file';
import { chunkLoaded } from '../chunk/chunk-loaded';
import { textSections } from '../chunk/text-sections';
import { decode } from '../source/decode';
import { languageByExtension } from '../source/language-by-extension';

/** Bytes from which a format is recognized. */
const HEAD = 4_096;

/** A file as an index would hold it, and what could not be read in it. */
export interface ReadFile {
  readonly file: IndexedFile;
  readonly remarks: readonly string[];
}

/**
 * Reads one document without an index: its chunks and sections are those that an indexing run writes, under the name of
 * the file. Secrets are not masked; nothing is stored.
 * @throws Fault `path_not_found` if it cannot be read, with the reason
 *
 * @example
 * const { file } = await readOneFile('/filings/3M_2022_10K.pdf');
 */
export async function readOneFile(
  absolutePath: string,
  openReader: () => DocumentReader = openDocumentReader,
): Promise<ReadFile> {
  const path = basename(absolutePath);
  const format = formatOf(path, await headOf(absolutePath));
  if (format === null) return textFile(path, absolutePath);
  const reader = openReader();
  try {
    const loaded = await reader.read(absolutePath, format);
    if (loaded.kind === 'refused') throw unreadable(path, loaded.reason);
    const { document } = loaded;
    const sections = sectionsOf({ path, ...document });
    const chunks = chunkLoaded({ path, document, sections, window: WINDOW });
    return { file: { path, hash: path, chunks, sections }, remarks: document.remarks };
  } finally {
    await reader.close();
  }
}

async function textFile(path: string, absolutePath: string): Promise<ReadFile> {
  const decoded = decode(await readFile(absolutePath));
  if (decoded.kind !== 'text') throw unreadable(path, decoded.reason);
  const { text, remark } = decoded;
  const sections = textSections(path, text);
  const chunks = chunkFile({
    ...{ path, text, language: languageByExtension(path), facts: null },
    ...defined({ sections }),
  });
  return {
    file: { path, hash: path, chunks, ...defined({ sections }) },
    remarks: remark === undefined ? [] : [remark],
  };
}

function unreadable(path: string, reason: string): Fault {
  return new Fault('path_not_found', `${path} cannot be read: ${reason}`);
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
