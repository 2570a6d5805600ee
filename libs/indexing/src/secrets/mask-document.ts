import type { DocumentLine, LoadedDocument } from '@quarry/documents';
import type { FoundSecret } from '@quarry/secrets';
import type { SourceDocument } from '../documents/document';
import type { SecretMask } from './secret-mask';

/** A document without its secrets, and their positions. `text`: everything that was masked. */
export interface MaskedDocument<Document> {
  readonly document: Document;
  readonly found: readonly FoundSecret[];
  readonly text: string;
}

/** Masks an extracted document: lines, title, outline. Every line keeps its position. */
export async function maskLoaded(
  path: string,
  document: LoadedDocument,
  secrets: SecretMask,
): Promise<MaskedDocument<LoadedDocument>> {
  const masked = await secrets.mask(path, document.lines.map(({ text }) => text).join('\n'));
  const texts = masked.text.split('\n');
  const titles = await maskAll(
    path,
    [document.title ?? '', ...document.outline.map(({ title }) => title)],
    secrets,
  );
  const [title = '', ...entries] = titles.texts;
  return {
    document: {
      ...document,
      ...(document.title === undefined ? {} : { title }),
      lines: document.lines.map((line, n) => withText(line, texts[n] ?? '')),
      outline: document.outline.map((entry, n) => ({ ...entry, title: entries[n] ?? '' })),
    },
    // The outline repeats headings of the text.
    found: masked.found.length > 0 ? masked.found : titles.found,
    text: JSON.stringify([masked.text, titles.texts]),
  };
}

/** A line with its masked text. The cells of a row move with it; without as many cells, their places are unknown. */
function withText(line: DocumentLine, text: string): DocumentLine {
  const { cells, ...place } = line.layout;
  if (!cells || text === line.text) return { ...line, text };
  const parts = text.split(' | ');
  if (parts.length !== cells.length) return { ...line, text, layout: place };
  let at = 0;
  const moved = parts.map((part, i): (typeof cells)[number] => {
    const start = at;
    at += part.length + ' | '.length;
    return [start, start + part.length, cells[i]?.[2] ?? 0, cells[i]?.[3] ?? 0];
  });
  return { ...line, text, layout: { ...place, cells: moved } };
}

/** Masks a document of a corpus. @param line its line in the corpus, where its secrets are reported */
export async function maskSource(
  path: string,
  document: SourceDocument,
  { line, secrets }: { readonly line: number; readonly secrets: SecretMask },
): Promise<MaskedDocument<SourceDocument>> {
  const masked = await secrets.mask(path, document.text);
  const titles = await maskAll(
    path,
    [document.title ?? '', ...document.sections.map(({ title }) => title ?? '')],
    secrets,
  );
  const address = await secrets.mask(path, document.url ?? '');
  const [title = '', ...sections] = titles.texts;
  const { url, ...rest } = document;
  return {
    document: {
      ...rest,
      text: masked.text,
      ...(document.title === undefined ? {} : { title }),
      // A masked URL opens nothing.
      ...(url === undefined || address.found.length > 0 ? {} : { url }),
      sections: document.sections.map((section, n) => ({
        ...section,
        start: masked.at(section.start),
        end: masked.at(section.end),
        ...(section.title === undefined ? {} : { title: sections[n] ?? '' }),
      })),
    },
    found: [...masked.found, ...titles.found, ...address.found].map(({ kind }) => ({ kind, line })),
    text: masked.text,
  };
}

async function maskAll(
  path: string,
  texts: readonly string[],
  secrets: SecretMask,
): Promise<{ readonly texts: readonly string[]; readonly found: readonly FoundSecret[] }> {
  const masked = await Promise.all(texts.map((text) => secrets.mask(path, text)));
  return {
    texts: masked.map(({ text }) => text),
    found: masked.flatMap(({ found }) => found).map(({ kind }) => ({ kind, line: 1 })),
  };
}
