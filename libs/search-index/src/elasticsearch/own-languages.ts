import { matchTerms } from '../analysis';
import { isOwn, languageOf, type CodeLanguage } from '../language-terms';
import type { SearchQuery } from '../port';
import { searchAmong } from './multi-search';
import { ofKind } from './pages';
import type { Snapshot } from './snapshot';

/**
 * Names of the programming languages that keyword queries name and that most chunks are written in, by their language
 * or by the keyword that they contain. Asks the server only if a query names one.
 */
export async function ownLanguages(
  snapshots: readonly [Snapshot, ...Snapshot[]],
  queries: readonly SearchQuery[],
): Promise<ReadonlySet<string>> {
  const named = new Map(
    queries
      .flatMap((query) => (query.kind === 'bm25' ? matchTerms(query.text) : []))
      .flatMap((term): [string, CodeLanguage][] => {
        const language = languageOf(term);
        return language ? [[language.name, language]] : [];
      }),
  );
  if (named.size === 0) return new Set();
  const count = { size: 0, track_total_hits: true } as const;
  const bodies = [
    { query: ofKind('chunk'), ...count },
    ...[...named.values()].flatMap(({ name, keyword }) => [
      { query: ofKind('chunk', { term: { language: name } }), ...count },
      { query: ofKind('chunk', { term: { text: keyword } }), ...count },
    ]),
  ];
  const { totals } = await searchAmong(
    snapshots,
    bodies.map((body) => ({ snapshots, body })),
  );
  const [chunks = 0, ...having] = totals;
  return new Set(
    [...named.keys()].filter((_, at) => having.slice(2 * at, 2 * at + 2).some((some) => isOwn(some, chunks))),
  );
}
