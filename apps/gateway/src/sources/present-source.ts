import type { Source } from '@quarry/application/sources';
import type { SourceDto } from './source.dto';

/** Presents the source of a piece of evidence of this turn. */
export function presentSource(turnId: string, source: Source): SourceDto {
  const { place, marked, text, from, hasOriginal, changed, links, table } = source;
  const { n, path, kind, language, commit, title, symbol, url } = place;
  const { format, sourceLines, pages, range } = place;
  return {
    n,
    path,
    ...defined({ kind, language, commit, title, symbol, url, format, sourceLines, pages, range }),
    from,
    markedFrom: marked[0],
    markedTo: marked[1],
    firstLine: text.first,
    lines: text.lines,
    totalLines: text.total,
    changed,
    file: hasOriginal ? `/v1/turns/${encodeURIComponent(turnId)}/evidence/${n}/file` : null,
    hostUrl: links.host,
    editorUrl: links.editor,
    ...defined({ table }),
  };
}

/** Returns the fields that have a value: an optional field of the API is absent, never null. */
function defined<T extends object>(fields: T): { readonly [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    readonly [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
