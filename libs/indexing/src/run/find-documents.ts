import { constants, open } from 'node:fs/promises';
import { formatOf, unreadFormat } from '@quarry/documents';
import type { DocumentFormat } from '@quarry/turn';
import { digestOf, mayBeCorpus } from '../documents/corpus';
import { sha256 } from '../source/decode';
import { languageByExtension } from '../source/language-by-extension';
import type { Remark } from '../source/remark';
import type { SourceFile } from '../source/source-tree';
import { checkCancelled } from '../progress/cancelled';
import type { CutOptions } from './options';
import type { ShaOf } from './sha-of';

/**
 * Part of every stored hash of such a document. Raised when the same file produces other chunks or another section
 * tree.
 */
const FORMAT = 9;

/** Size limit of a document file, in bytes. */
const MAX_DOCUMENT_BYTES = 200_000_000;

/** Number of bytes that determine a format. */
const HEAD = 4096;

/** A file whose text is extracted. */
export interface DocumentFile {
  readonly source: SourceFile;
  readonly format: DocumentFormat;
  /** Of its bytes and the way it is cut. */
  readonly hash: string;
}

export interface FoundDocuments {
  readonly documents: readonly DocumentFile[];
  readonly others: readonly SourceFile[];
  readonly skipped: readonly Remark[];
}

const EXTENSIONS = new RegExp(
  `\\.(?:${[
    ...['pdf', 'x?html?', 'docx', 'docm', 'xlsx', 'xlsm', 'ods', 'csv', 'tsv', 'tab'],
    ...['pptx', 'pptm', 'ppsx', 'odp', 'odt', 'rtf', 'epub', 'eml', 'mhtml?', 'ipynb'],
    ...['png', 'jpe?g', 'tiff?'],
  ].join('|')})$`,
  'i',
);

/** True for files with the extension of a document format. */
export function mayBeDocument(path: string): boolean {
  return EXTENSIONS.test(path);
}

/** Separates documents from all other files by their first bytes. Possible documents are listed whatever their size. */
export async function findDocuments(
  files: readonly SourceFile[],
  options: CutOptions & { readonly maxBytes: number; readonly shaOf: ShaOf; readonly signal?: AbortSignal },
): Promise<FoundDocuments> {
  const documents: DocumentFile[] = [];
  const others: SourceFile[] = [];
  const skipped: Remark[] = [];
  for (const source of files) {
    const { path, absolute, bytes } = source;
    if (!mayBeDocument(path) && (isNamedAsText(path) || mayBeCorpus(path))) {
      others.push(source);
      continue;
    }
    checkCancelled(options.signal);
    try {
      const head = await headOf(absolute);
      const detected = formatOf(path, head);
      const isNone = (detected === 'html' && !isPage(head)) || (detected === 'image' && !options.ocrId);
      const format = isNone ? null : detected;
      const unread = format === null ? unreadFormat(path, head) : null;
      if (unread !== null) {
        skipped.push({ path, reason: unread });
        continue;
      }
      const limit = format === null ? options.maxBytes : MAX_DOCUMENT_BYTES;
      if (bytes > limit) skipped.push({ path, reason: `${bytes} bytes, more than the limit of ${limit}` });
      else if (format === null) others.push(source);
      else {
        const hash = await hashOf(source, format, options, await options.shaOf(source));
        documents.push({ source, format, hash });
      }
    } catch (error) {
      skipped.push({ path, reason: `cannot be read (${String(error)})` });
    }
  }
  return { documents, others, skipped };
}

/**
 * The stored hash of a document: of its bytes, its parser, the way it is cut, and its URL.
 * @param sha SHA-256 of the bytes if it is known; by default the file is read
 */
export async function hashOf(
  { path, absolute }: SourceFile,
  format: DocumentFormat,
  { window, urlOf, parser, ocrId }: CutOptions,
  sha?: string,
): Promise<string> {
  const bytes = sha ?? (await digestOf(absolute));
  const url = urlOf({ path, line: 1 });
  return sha256(
    JSON.stringify([
      ...[FORMAT, format, window, bytes, url ?? null],
      // Later than FORMAT, and only for web pages: all others need not be read again.
      ...(format === 'html' ? ['anchors', 'pictures'] : []),
      ...(parser?.parses(format) === true
        ? [parser.id]
        : ocrId && (format === 'pdf' || format === 'image')
          ? [ocrId]
          : []),
    ]),
  );
}

/** A file without such a name may be anything, so its first bytes decide. */
function isNamedAsText(path: string): boolean {
  return languageByExtension(path) !== 'text' || /\.te?xt$/i.test(path);
}

/** A whole page rather than a template for a part of one: a template is code and is read as plain text. */
function isPage(head: Uint8Array): boolean {
  // UTF-16 has a zero byte next to each letter.
  const text = Buffer.from(head).toString('latin1').replaceAll('\0', '');
  return /<(?:!doctype|html|head|title|body)[\s>]/i.test(text) && !/\{[{%]|<%|<\?php/.test(text);
}

async function headOf(file: string): Promise<Uint8Array> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
