import type { Section } from '@quarry/turn';
import { foldText } from '../fold-text';
import type { Chunk, IndexedFile } from '../port';
import { rootsOf } from '../roots';
import { documentId, type Kind } from './names';

/** A serialized document: its id and its JSON, whose size is checked before it is sent. */
export interface NewDocument {
  readonly id: string;
  readonly json: string;
  /** The document's name in error messages. */
  readonly label: string;
}

/** The manifest entry of a file, as it is stored. */
export interface FileEntry {
  readonly kind: 'file';
  readonly file: string;
  /** Empty while the file is being replaced, or after an interrupted replacement. */
  readonly hash: string;
  /** Ids of the documents that are its chunks; during a replacement, of all that may be. */
  readonly chunks: readonly string[];
  readonly count: number;
  /** Length of its section tree in characters, if it has one; during a replacement, if it may have one. */
  readonly sections_length?: number;
  /** The tree's nodes of level 0, as JSON. */
  readonly roots?: string;
}

/** The section tree of a file, as it is stored. */
export interface TreeEntry {
  readonly kind: 'tree';
  readonly file: string;
  readonly sections: string;
}

/** The part of a stored chunk that is read back. */
export interface StoredChunk {
  readonly kind: Kind;
  readonly file: string;
  readonly ordinal: number;
  readonly content_hash: string;
  readonly body: string;
}

export function chunkId(chunk: Chunk): string {
  return documentId('chunk', chunk.id);
}

/** The only function that turns a chunk into a document. */
export function chunkDocument(
  chunk: Chunk,
  {
    file,
    ordinal,
    vector,
  }: { readonly file: string; readonly ordinal: number; readonly vector: Float32Array | null },
): NewDocument {
  const norm = vector === null ? 0 : Math.hypot(...vector);
  const fields = JSON.stringify({
    kind: 'chunk',
    file,
    folders: foldersOf(file),
    id: chunk.id,
    ordinal,
    path: chunk.path,
    document: chunk.document,
    start_line: chunk.startLine,
    end_line: chunk.endLine,
    offset: chunk.offset,
    language: chunk.language.toLowerCase(),
    content_hash: chunk.contentHash,
    body: JSON.stringify(chunk),
    name: searchable(`${chunk.symbol ?? ''} ${chunk.title ?? ''}`),
    path_terms: searchable(chunk.path),
    text: searchable(chunk.tableHead === undefined ? chunk.text : `${chunk.tableHead}\n${chunk.text}`),
    embedded: vector !== null,
    ...(vector === null ? {} : { norm }),
  });
  // A vector without direction counts as no vector. The server would reject it.
  const json =
    vector === null || norm === 0 ? fields : `${fields.slice(0, -1)},"vector":${numbersOf(vector)}}`;
  return { id: chunkId(chunk), json, label: `chunk "${chunk.id}"` };
}

/** The entry of a completely written file. */
export function fileDocument(
  file: Pick<IndexedFile, 'path' | 'hash' | 'sections'>,
  chunks: readonly string[],
  count: number,
): NewDocument {
  const tree = file.sections && {
    sections_length: JSON.stringify(file.sections).length,
    roots: JSON.stringify(rootsOf(file.sections)),
  };
  return entryDocument({ kind: 'file', file: file.path, hash: file.hash, chunks, count, ...tree });
}

export function entryDocument(entry: FileEntry): NewDocument {
  return {
    id: documentId('file', entry.file),
    json: JSON.stringify(entry),
    label: `the entry of ${entry.file}`,
  };
}

export function treeDocument(file: string, sections: readonly Section[]): NewDocument {
  const entry: TreeEntry = { kind: 'tree', file, sections: JSON.stringify(sections) };
  return {
    id: documentId('tree', file),
    json: JSON.stringify(entry),
    label: `the section tree of ${file}`,
  };
}

export function vectorDocument(contentHash: string, vector: Float32Array): NewDocument {
  return {
    id: documentId('vector', contentHash),
    json: JSON.stringify({ kind: 'vector', content_hash: contentHash, floats: base64Of(vector) }),
    label: `the vector of content ${contentHash}`,
  };
}

export function vectorOf(floats: string): Float32Array {
  return new Float32Array(Uint8Array.from(Buffer.from(floats, 'base64')).buffer);
}

/** A vector as JSON. Nine digits distinguish any two 32-bit floats. */
export function numbersOf(vector: Float32Array): string {
  return `[${Array.from(vector, (x) => String(Number(x.toPrecision(9)))).join(',')}]`;
}

/** Every prefix of a path that a filter can name: `src/ab` is not below `src/a`. */
function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) folders.push(path.slice(0, at));
  return [...folders, path];
}

/** Prepares text for the server's analyzer, which handles neither marks nor lone surrogates. */
function searchable(text: string): string {
  return foldText(text).replace(/\p{Surrogate}/gu, ' ');
}

function base64Of(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
}
