import { Option, type Command } from 'commander';
import type { CopyReport } from '@quarry/indexing';
import { findDataDir, readConfig } from '@quarry/platform';
import { VECTOR_INDEX_TYPES, type VectorIndexType } from '@quarry/search-index';
import { runCopy } from '../copier';
import { count } from '../index-report';
import { withData, withExamples, withJson } from '../options';
import type { Palette } from '../palette';
import { printable, printableJson } from '../printable';
import type { CommandContext } from '../terminal';

interface CopyCommandOptions {
  readonly data?: string;
  readonly json?: boolean;
  readonly toSearch?: string;
  readonly toGraph?: string;
  readonly toData?: string;
  readonly repository?: string;
  readonly snapshot?: string;
  readonly vectorIndex?: VectorIndexType;
}

export function addCopy(command: Command, { terminal }: CommandContext): void {
  command
    .description(
      'Copy a snapshot from the configured stores to others, vectors included: from a laptop to servers without embedding again, ' +
        'or back. The copy becomes like its source: what it has already is left alone, what the source has no more is taken out. ' +
        'Ctrl-C at any time: the same command goes on. At the end both sides are compared by their counts.',
    )
    .option('--to-search <url>', 'search index to copy to, as SEARCH_INDEX_URL says it')
    .option('--to-graph <url>', 'graph store to copy to, as GRAPH_STORE_URL says it')
    .option('--to-data <folder>', 'data folder to copy both to, embedded')
    .option('--repository <name>', 'repository to copy (default: the one that was indexed last)')
    .option('--snapshot <name>', 'state of it to copy (default: the one that was indexed last)')
    .addOption(
      new Option(
        '--vector-index <type>',
        "kind of vector index of the copy (default: as in the source, or the other store's own)",
      ).choices(VECTOR_INDEX_TYPES),
    );
  withExamples(withJson(withData(command)), [
    ['quarry copy --to-search elasticsearch:http://es:9200 --to-graph neo4j://neo4j', 'to servers'],
    ['quarry copy --to-data ~/backup', 'a backup; ask it with --data ~/backup'],
  ]).action(async (options: CopyCommandOptions) => {
    const { data, json, ...request } = options;
    const report = await runCopy(readConfig({ dataDir: findDataDir(data) }), request, terminal);
    terminal.out(json === true ? `${printableJson(report, 2)}\n` : renderCopy(report, terminal.onOut));
  });
}

function renderCopy(report: CopyReport, { green, dim }: Palette): string {
  const { ref, search, graph, ms } = printable(report);
  const lines = [`${green('copied')} ${ref.repository}@${ref.snapshot} in ${(ms / 1000).toFixed(1)} s`];
  const trees = search && search.sections > 0 ? `, ${count(search.sections, 'section')}` : '';
  if (search)
    lines.push(
      `  search: ${count(search.files, 'file')}, ${count(search.chunks, 'chunk')}${trees} (${search.vectorIndex.type})${changes(search)}`,
    );
  if (search && search.pendingVectors > 0)
    lines.push(`  ${count(search.pendingVectors, 'chunk')} without a vector, as in the source`);
  if (graph)
    lines.push(
      `  graph: ${count(graph.files, 'file')}, ${count(graph.nodes, 'node')}, ${count(graph.edges, 'edge')}${changes(graph)}`,
    );
  return `${lines.join('\n')}\n${dim('both sides count the same')}\n`;
}

function changes({ written, removed }: { readonly written: number; readonly removed: number }): string {
  return `; ${written} written now${removed > 0 ? `, ${removed} taken out` : ''}`;
}
