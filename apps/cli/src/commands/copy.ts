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
      'Copy a snapshot with its vectors from the configured stores to others, e.g. from a laptop to servers or back, without embedding ' +
        'again. Afterwards the copy matches its source: unchanged files are skipped, and files that the source lacks are removed. You can ' +
        'stop with Ctrl-C at any time: the same command resumes. At the end, the counts of both sides are compared.',
    )
    .option('--to-search <url>', 'search index to copy to, in the format of SEARCH_INDEX_URL')
    .option('--to-graph <url>', 'graph store to copy to, in the format of GRAPH_STORE_URL')
    .option('--to-data <folder>', 'data folder to copy both to, as embedded stores')
    .option('--repository <name>', 'repository to copy (default: the last indexed one)')
    .option('--snapshot <name>', 'snapshot to copy (default: the last indexed one)')
    .addOption(
      new Option(
        '--vector-index <type>',
        "vector index of the copy (default: the source's type, or the default of another kind of store)",
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
  return `${lines.join('\n')}\n${dim('both sides have the same counts')}\n`;
}

function changes({ written, removed }: { readonly written: number; readonly removed: number }): string {
  return `; ${written} written now${removed > 0 ? `, ${removed} removed` : ''}`;
}
