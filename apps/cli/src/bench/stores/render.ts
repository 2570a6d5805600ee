import type { GraphComparison } from './graph';
import type { GrowthResult } from './growth';
import type { Likeness } from './likeness';
import type { SearchComparison } from './search';
import { growthTables, sizeTable, table, timesCell } from './tables';
import type { Both } from './timed';

export interface Comparison {
  readonly growth: readonly GrowthResult[] | null;
  readonly search: SearchComparison | null;
  readonly graph: GraphComparison | null;
}

/** Markdown tables, aligned for a terminal. */
export function renderComparison({ growth, search, graph }: Comparison): string {
  return (
    [
      ...(growth ? growthTables(growth) : []),
      ...(search ? searchLines(search) : []),
      ...(graph ? graphLines(graph) : []),
    ].join('\n') + '\n'
  );
}

function searchLines({ set, documents, questions, likeness, sizes }: SearchComparison): string[] {
  const found = table(
    ['way', 'server', 'same of ten: mean', 'lowest', 'all ten', 'nDCG@10 embedded', 'server'],
    likeness.map(likenessCells),
  );
  return [
    `${set}: ${documents} documents, ${questions} questions`,
    ...found,
    ...(sizes.length > 0 ? ['', ...sizeTable(sizes)] : []),
  ];
}

function likenessCells({ way, vectorIndex, overlap, ndcg }: Likeness): string[] {
  const numbers = [overlap.mean, overlap.lowest, overlap.same, ndcg.embedded, ndcg.server];
  return [way, vectorIndex ?? '', ...numbers.map((value) => value.toFixed(3))];
}

function graphLines({
  nodes,
  edges,
  writtenPerSecond,
  walkMs,
  lookupMs,
  sameWalks,
  sameLookups,
}: GraphComparison): string[] {
  const row = (what: string, { embedded, server }: Both<string>, same: string) => [
    what,
    embedded,
    server,
    same,
  ];
  return [
    `graph: ${nodes} nodes, ${edges} edges`,
    ...table(
      ['', 'embedded', 'server', 'the same'],
      [
        row('walk, p50 / p95 ms', both(walkMs, timesCell), sameWalks.toFixed(3)),
        row('lookup, p50 / p95 ms', both(lookupMs, timesCell), sameLookups.toFixed(3)),
        row(
          'nodes and edges written/s',
          both(writtenPerSecond, (rate) => rate.toFixed(0)),
          '',
        ),
      ],
    ),
  ];
}

function both<Value>({ embedded, server }: Both<Value>, text: (value: Value) => string): Both<string> {
  return { embedded: text(embedded), server: text(server) };
}
