import { Option, type Command } from 'commander';
import type { IndexOptions } from '@quarry/indexing';
import { readConfig } from '@quarry/platform';
import { VECTOR_INDEX_TYPES, type VectorIndexType } from '@quarry/search-index';
import { renderCheck, renderReport } from '../index-report';
import type { IndexRequest } from '@quarry/indexer/run';
import { defined } from '@quarry/turn';
import { checkIndex, locate, notedSnapshot, runIndex } from '../indexer';
import { integer, withExamples, withJson } from '../options';
import { printableJson } from '../printable';
import { checkedSecrets } from '../secret-lines';
import type { CommandContext } from '../terminal';

interface IndexCommandOptions {
  readonly data?: string;
  readonly json?: boolean;
  readonly repository?: string;
  readonly snapshot?: string;
  readonly rebuild?: boolean;
  readonly vectors?: boolean;
  readonly check?: boolean;
  readonly keepSecrets?: boolean;
  readonly urls?: string;
  readonly vectorIndex?: VectorIndexType;
  readonly metric?: 'ip' | 'l2';
  readonly ivfLists?: number;
  readonly ivfProbes?: number;
  readonly chunkTokens?: number;
  readonly chunkOverlap?: number;
  readonly summaries?: 'extractive' | 'model';
}

export function addIndex(command: Command, { terminal }: CommandContext): void {
  command
    .description(
      'Index code or documents: text in chunks, vectors, code graph, sections. PDF, HTML and Word files are read with their pages ' +
        'and headings; a .jsonl file of documents {id, title, text, url} document by document. Only what changed since the last run is read again; what git ' +
        'ignores is left out. Ctrl-C at any time: the next run goes on.',
    )
    .argument('[path]', 'folder or file to index', '.')
    .option('-d, --data <folder>', "data folder (default: '.quarry' beside what is indexed)")
    .option('--repository <name>', 'name of the repository (default: name of the folder)')
    .option('--snapshot <name>', 'name of this state of it', 'current')
    .option('--rebuild', 'begin from nothing: after damage, or for another embedding model')
    .option('--check', 'look whether the index is whole, and change nothing')
    .option('--keep-secrets', 'index passwords, keys and tokens as they are, instead of masking them')
    .option('--no-vectors', 'keywords and graph only; much faster, less found')
    .addOption(
      new Option(
        '--vector-index <type>',
        'flat: every vector is compared; ivf: those of the nearest lists; hnsw and its kin: on Elasticsearch',
      ).choices(VECTOR_INDEX_TYPES),
    )
    .addOption(
      new Option('--metric <name>', 'ip: by inner product (cosine); l2: by distance').choices(['ip', 'l2']),
    )
    .option(
      '--ivf-lists <number>',
      'inverted lists (default: as many as fit the vectors)',
      integer(1, 100_000),
    )
    .option('--ivf-probes <number>', 'lists that a query looks into (default: enough)', integer(1, 100_000))
    .addOption(
      new Option(
        '--summaries <by>',
        'who says what a section holds: the chat model (default where one is set), or its first sentences',
      ).choices(['extractive', 'model']),
    )
    .option('--urls <file>', "registry of the sources' addresses (default: quarry-urls.yaml in the folder)")
    .option(
      '--chunk-tokens <number>',
      'tokens of a chunk of prose (default: as before, at first 512)',
      integer(100, 8_000),
    )
    .option(
      '--chunk-overlap <number>',
      'tokens that a chunk repeats (default: as before, at first 64)',
      integer(0, 4_000),
    );
  withExamples(withJson(command), [
    ['quarry index', 'the folder that you are in'],
    ['quarry index ~/shop --no-vectors', 'in seconds; questions by keywords'],
    ['quarry index ~/filings', 'PDF, HTML and Word files; see quarry sections'],
    ['quarry index corpus.jsonl', 'documents, one a line'],
    ['quarry index ~/shop --rebuild', 'from nothing'],
    ['quarry index ~/shop --check', 'is the index whole?'],
    ['quarry index . --data ~/indexes/shop', 'with its data elsewhere'],
  ]).action(async (path: string, options: IndexCommandOptions) => {
    const { root, dataDir } = await locate(path, options.data);
    const { repository, snapshot, rebuild, vectors, urls, summaries, keepSecrets } = options;
    const request: Omit<IndexRequest, 'by'> = {
      root,
      ...defined({ repository, snapshot, rebuild, vectors, urls, keepSecrets, summaries }),
      vectorIndex: vectorIndexOf(options),
      chunking: chunkingOf(options),
    };
    const config = readConfig({ dataDir });
    if (options.check === true) {
      const info = await checkIndex(config, request);
      const noted = await notedSnapshot(config, request);
      const { secrets = null, secretPlaces = [] } = noted ?? {};
      terminal.out(
        options.json === true
          ? `${printableJson({ ...info, secrets, secretPlaces }, 2)}\n`
          : `${renderCheck(info, dataDir, terminal.onOut)}${checkedSecrets(noted).join('\n')}\n`,
      );
      return;
    }
    const report = await runIndex(config, request, terminal);
    terminal.out(
      options.json === true ? `${printableJson(report, 2)}\n` : renderReport(report, dataDir, terminal.onOut),
    );
  });
}

/** What the command line names of it; the rest stays as it is in the snapshot. */
function chunkingOf({
  chunkTokens,
  chunkOverlap,
}: IndexCommandOptions): NonNullable<IndexOptions['chunking']> {
  return defined({ tokens: chunkTokens, overlap: chunkOverlap });
}

/** What the command line names of it; the rest stays as it is in the snapshot. */
function vectorIndexOf(options: IndexCommandOptions): NonNullable<IndexOptions['vectorIndex']> {
  const { vectorIndex: type, metric, ivfLists: lists, ivfProbes: probes } = options;
  return defined({ type, metric, lists, probes });
}
