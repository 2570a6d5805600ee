import { matchTerms } from '../analysis';
import type { TermCounts } from '../port';
import { isBehind, searchAmong } from './multi-search';
import { ofKind } from './pages';
import type { Snapshot } from './snapshot';

interface Counted {
  readonly doc_count: number;
}
type Bucket = Counted & { readonly key: string } & Readonly<Record<string, Counted>>;

/** How many chunks of each snapshot contain each word of a text, in one request. @throws Fault `index_missing` */
export async function countTerms(
  snapshots: readonly Snapshot[],
  text: string,
): Promise<readonly TermCounts[]> {
  const [first, ...others] = snapshots;
  if (!first) return [];
  const terms = matchTerms(text);
  const holding = terms.map((term, at) => {
    const should = ['name', 'path_terms', 'text'].map((field) => ({ term: { [field]: term } }));
    return [`t${at}`, { filter: { bool: { should } } }] as const;
  });
  const aggs = {
    indexes: { terms: { field: '_index', size: snapshots.length }, aggs: Object.fromEntries(holding) },
  };
  const { aggregations } = await searchAmong(
    [first, ...others],
    [{ snapshots, body: { query: ofKind('chunk'), size: 0, aggs } }],
  );
  const { buckets = [] } = (aggregations[0]?.['indexes'] ?? {}) as { readonly buckets?: readonly Bucket[] };
  return snapshots.map((snapshot) => {
    const bucket = buckets.find(({ key }) => isBehind(snapshot, key));
    return {
      chunks: bucket?.doc_count ?? 0,
      having: terms.map((_, at) => bucket?.[`t${at}`]?.doc_count ?? 0),
    };
  });
}
