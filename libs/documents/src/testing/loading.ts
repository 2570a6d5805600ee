import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentLine, LoadedDocument, Loader } from '../document';

/** A file of `test/data/kinds`. */
export function kindFile(name: string): Uint8Array {
  return new Uint8Array(readFileSync(join(__dirname, '../../../../test/data/kinds', name)));
}

/** The document in these bytes; a refusal fails the test with its reason. */
export async function loadedBy(load: Loader, bytes: Uint8Array): Promise<LoadedDocument> {
  const loaded = await load(bytes);
  if (loaded.kind === 'refused') throw new Error(`${loaded.refusal}: ${loaded.reason}`);
  return loaded.document;
}

/** A refusal with its reason, or `document`. */
export async function refusalBy(load: Loader, bytes: Uint8Array | string): Promise<string> {
  const loaded = await load(typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes);
  return loaded.kind === 'refused' ? `${loaded.refusal}: ${loaded.reason}` : loaded.kind;
}

/** Lines as `slide 4 · # Title`, `slide 4 | head | of a table`, `slide 4 · text`. */
export function shownLines({ lines }: { readonly lines: readonly DocumentLine[] }): string[] {
  return lines.map(({ text, kind, level, head, layout }) => {
    const mark =
      kind === 'heading' ? `${'#'.repeat(level ?? 0)} ` : kind === 'row' ? (head ? '|| ' : '| ') : '';
    return `${layout.part === undefined ? '' : `${layout.part} · `}${mark}${text}`;
  });
}
