import { Option, type Command } from 'commander';
import type { IndexOptions } from '@quarry/indexing';
import { readConfig } from '@quarry/platform';
import { VECTOR_INDEX_TYPES, type VectorIndexType } from '@quarry/search-index';
import { addScip } from '../add-scip';
import { renderImport } from '../import-report';
import { renderChange, renderCheck, renderReport } from '../index-report';
import { refOf, type IndexRequest } from '@quarry/indexer/run';
import { defined, Fault } from '@quarry/turn';
import { indexSince } from '../index-since';
import { indexedSource } from '../indexed-source';
import { checkIndex, notedSnapshot, runIndex } from '../indexer';
import { integer, withExamples, withJson } from '../options';
import { printableJson } from '../printable';
import { checkedSecrets } from '../secret-lines';
import type { CommandContext } from '../terminal';
import { watchIndex } from '../watch-index';

interface IndexCommandOptions {
  readonly data?: string;
  readonly json?: boolean;
  readonly repository?: string;
  readonly snapshot?: string;
  readonly revision?: string;
  readonly since?: string;
  readonly branch?: string;
  readonly maxPages?: number;
  readonly rebuild?: boolean;
  readonly vectors?: boolean;
  readonly history?: boolean;
  readonly check?: boolean;
  readonly watch?: boolean;
  readonly scip?: boolean;
  readonly keepSecrets?: boolean;
  readonly ocr?: boolean;
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
      'Index code or documents: text chunks, vectors, code graph and sections. Reads PDF, HTML and Word files with their pages and ' +
        'headings, and .jsonl files with one document {id, title, text, url} per line. Reads only what changed since the last run, and ' +
        'skips what git ignores. You can stop with Ctrl-C at any time: the next run resumes.',
    )
    .argument(
      '[path]',
      'folder or file to index, or the https: URL of a git repository or a documentation site',
      '.',
    )
    .option('-d, --data <folder>', "data folder (default: '.quarry' in the folder, or next to the file)")
    .option('--repository <name>', 'repository name (default: the name of the folder)')
    .option('--snapshot <name>', 'snapshot name (default: current, or the name of the revision or branch)')
    .option(
      '--revision <name>',
      'index a commit, tag or branch of the git repository in place of the work tree, which is not touched',
    )
    .option(
      '--since <revision>',
      'index each tag of the git repository from this revision, or this day (2026-01-31), on, as --revision does',
    )
    .option('--branch <name>', 'of a git URL: the branch or tag to fetch (default: the default branch)')
    .option(
      '--max-pages <number>',
      'of a documentation site: the number of pages to read (default: 2000)',
      integer(1, 20_000),
    )
    .option('--rebuild', 'rebuild from scratch, e.g. after damage or for another embedding model')
    .option('--check', 'verify the index without changing it')
    .option('--watch', 'keep the index up to date: index again after each change, until Ctrl-C')
    .option(
      '--scip',
      'also run scip-typescript and scip-python where installed, and import their exact references. They come from the PATH ' +
        'or from node_modules of a folder around; a program of the folder itself is not run',
    )
    .option(
      '--ocr',
      'read pages of PDF files that are pictures (scans) by OCR, some seconds each; later runs read them, too',
    )
    .option('--no-ocr', 'leave such pages out again')
    .option('--keep-secrets', 'index passwords, keys and tokens without masking them')
    .option('--no-vectors', 'keywords and graph only: much faster, but finds less')
    .option(
      '--no-history',
      'without the commits of the git repository, which answer when and why something changed',
    )
    .addOption(
      new Option(
        '--vector-index <type>',
        'flat: compare all vectors; ivf: compare those of the nearest lists; hnsw and its variants: on Elasticsearch',
      ).choices(VECTOR_INDEX_TYPES),
    )
    .addOption(
      new Option('--metric <name>', 'ip: inner product (cosine); l2: distance').choices(['ip', 'l2']),
    )
    .option(
      '--ivf-lists <number>',
      'number of inverted lists (default: fits the number of vectors)',
      integer(1, 100_000),
    )
    .option(
      '--ivf-probes <number>',
      'lists searched per query (default: fits the number of lists)',
      integer(1, 100_000),
    )
    .addOption(
      new Option(
        '--summaries <by>',
        'how sections are summarised: by the chat model (default if one is configured), or by their first sentences',
      ).choices(['extractive', 'model']),
    )
    .option('--urls <file>', 'registry of source URLs (default: quarry-urls.yaml in the folder)')
    .option(
      '--chunk-tokens <number>',
      'tokens per chunk of prose (default: as in the last run, initially 256)',
      integer(100, 8_000),
    )
    .option(
      '--chunk-overlap <number>',
      'tokens that a chunk repeats (default: as in the last run, initially 32)',
      integer(0, 4_000),
    );
  withExamples(withJson(command), [
    ['quarry index', 'the current folder'],
    ['quarry index ~/shop --no-vectors', 'in seconds; keyword search only'],
    ['quarry index ~/filings', 'PDF, HTML and Word files; see quarry sections'],
    ['quarry index ~/scans --ocr', 'reads scanned pages, too'],
    ['quarry index corpus.jsonl', 'documents, one per line'],
    ['quarry index ~/shop --rebuild', 'from scratch'],
    ['quarry index ~/shop --check', 'verify the index'],
    ['quarry index ~/shop --watch', 'fresh while you work'],
    ['quarry index ~/shop --revision v1.2', 'then: quarry ask --at v1.2'],
    ['quarry index ~/shop --since v1.0', 'v1.0 and every later tag'],
    ['quarry index https://github.com/gin-gonic/gin', 'fetches the newest commit, without history'],
    ['quarry index https://docs.example.com/en/latest/', 'the pages below this one'],
    ['quarry index . --data ~/indexes/shop', 'data in another folder'],
  ]).action(async (path: string, options: IndexCommandOptions) => {
    const { source, dataDir } = await indexedSource(path, options, terminal.signal);
    const { root } = source;
    const { snapshot, revision, rebuild, vectors, history, urls, summaries, keepSecrets, ocr } = options;
    const request: Omit<IndexRequest, 'by'> = {
      ...source,
      ...defined({ snapshot, revision, rebuild, vectors, history, urls, keepSecrets, ocr, summaries }),
      vectorIndex: vectorIndexOf(options),
      chunking: chunkingOf(options),
    };
    checkSince(options);
    if (revision !== undefined && (options.watch === true || options.scip === true))
      throw new Fault(
        'bad_request',
        '--revision goes with neither --watch nor --scip: it reads a commit, not the files of the folder.',
      );
    const config = readConfig({ dataDir });
    if (options.since !== undefined) {
      const { snapshot: _none, revision: _neither, ...each } = request;
      const reports = await indexSince(config, each, options.since, terminal);
      terminal.out(
        options.json === true
          ? `${printableJson(reports, 2)}\n`
          : reports.map((report) => renderReport(report, dataDir, terminal.onOut)).join(''),
      );
      return;
    }
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
    if (options.watch === true) {
      if (options.rebuild === true || options.scip === true)
        throw new Fault(
          'bad_request',
          '--watch goes with neither --rebuild nor --scip: run `quarry index` with these first.',
        );
      const { json } = options;
      await watchIndex(
        {
          ...{ root, dataDir },
          index: (signal) => runIndex(config, { ...request, vectors: false }, terminal, signal),
          embed: vectors === false ? null : (signal) => runIndex(config, request, terminal, signal),
          report: (made, before) => {
            if (json === true) terminal.out(`${printableJson(made)}\n`);
            else if (before === null) terminal.out(renderReport(made, dataDir, terminal.onOut));
            else terminal.err(renderChange(made, before));
          },
        },
        terminal,
      );
      return;
    }
    const report = await runIndex(config, request, terminal);
    const imported =
      options.scip === true ? await addScip(config, { root, ref: refOf(request) }, terminal) : [];
    terminal.out(
      options.json === true
        ? `${printableJson(options.scip === true ? { ...report, imported } : report, 2)}\n`
        : renderReport(report, dataDir, terminal.onOut),
    );
    if (options.json !== true)
      for (const each of imported) terminal.out(renderImport(each, dataDir, terminal.onOut));
  });
}

/** @throws Fault `bad_request` */
function checkSince({ since, ...others }: IndexCommandOptions): void {
  const names = ['snapshot', 'revision', 'branch', 'check', 'watch', 'scip'] as const;
  const other = names.find((name) => others[name] !== undefined);
  if (since === undefined || other === undefined) return;
  throw new Fault(
    'bad_request',
    `--since does not go with --${other}: it indexes every tag from a revision on, each as the snapshot of its name.`,
  );
}

/** The settings on the command line; the others stay as they are in the snapshot. */
function chunkingOf({
  chunkTokens,
  chunkOverlap,
}: IndexCommandOptions): NonNullable<IndexOptions['chunking']> {
  return defined({ tokens: chunkTokens, overlap: chunkOverlap });
}

/** The settings on the command line; the others stay as they are in the snapshot. */
function vectorIndexOf(options: IndexCommandOptions): NonNullable<IndexOptions['vectorIndex']> {
  const { vectorIndex: type, metric, ivfLists: lists, ivfProbes: probes } = options;
  return defined({ type, metric, lists, probes });
}
