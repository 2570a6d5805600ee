import type { GraphFile } from '@quarry/graph-store';
import type { Extract, FileFacts } from './facts';
import { extractorFor, loadLanguages } from './languages/languages';
import { linkFacts } from './link/link-facts';
import { withSqlReferences } from './sql/csharp-sql';
import { extractSql } from './sql/extract-sql';
import { sqlEdges } from './sql/link-sql';

/** How files are read and how what they say becomes one graph. */
export interface Readers {
  /** Null for text without definitions that are understood. */
  readonly extractFor: (path: string) => Extract | null;
  readonly link: (facts: readonly FileFacts[]) => readonly GraphFile[];
}

/** Loads the grammars and gives the readers of all languages, SQL and C#'s ties to it included. */
export async function loadReaders(): Promise<Readers> {
  await loadLanguages();
  return {
    extractFor: (path) => {
      if (path.toLowerCase().endsWith('.sql')) return extractSql;
      const extract = extractorFor(path);
      return extract && ((file, text) => withSqlReferences(extract(file, text), text));
    },
    link: (facts) => linkFacts(facts, { also: sqlEdges }),
  };
}
