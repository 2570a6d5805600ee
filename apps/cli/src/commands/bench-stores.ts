import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { findDataDir, readConfig, type QuarryConfig } from '@quarry/platform';
import { Fault, defined } from '@quarry/turn';
import { compareGraph } from '../bench/stores/graph';
import { renderComparison, type Comparison } from '../bench/stores/render';
import { readSample, type Sample } from '../bench/stores/sample';
import { askIndex, type AskedSettings } from '../bench/stores/asked-process';
import { compareSearch, growEmbedded } from '../bench/stores/search';
import { collect, integer, withData, withExamples, withJson } from '../options';
import type { Terminal } from '../terminal';

interface BenchStoresOptions {
  readonly data?: string;
  readonly search?: string;
  readonly graph?: string;
  readonly code?: string;
  readonly size?: readonly string[];
  readonly questions?: number;
  readonly documents?: number;
  readonly json?: boolean;
}

/** Quarry's own sources: the root of this repository. */
const OWN_ROOT = resolve(__dirname, '../../../..');

const USUAL_SIZES = ['10000', '100000'];

export function addBenchStores(group: Command, terminal: Terminal): void {
  const command = group
    .command('stores')
    .description(
      'Measure the embedded search index at several sizes, grown from a set (a folder as for quarry eval): writing, searching, opening, ' +
        'memory, disk. Or compare servers with the embedded stores, side by side. Search: whether both find the same ten documents for the ' +
        'questions of a set, then documents written per second and the time of a hybrid search at several sizes. ' +
        'Graph: walks and lookups in the graph of a code base. Everything written to the servers is deleted at the end.',
    )
    .argument('[set]', 'folder of the set, for the search index')
    .option('--search <url>', 'search server, in the format of SEARCH_INDEX_URL')
    .option('--graph <url>', 'graph server, in the format of GRAPH_STORE_URL')
    .option('--code <folder>', "code base for the graph (default: Quarry's own)")
    .option('--size <chunks>', 'size to measure at; repeatable (default: 10000 and 100000)', collect)
    .option(
      '--questions <number>',
      'number of questions to ask, from the first (default: all)',
      integer(1, 1_000_000),
    )
    .option(
      '--documents <number>',
      'maximum number of documents; includes those that answer the questions',
      integer(10, 10_000_000),
    );
  withExamples(withJson(withData(command)), [
    ['quarry bench stores scifact --size 10000 --size 1000000', 'the embedded search index alone'],
    ['quarry bench stores scifact --search elasticsearch:http://localhost:9200', ''],
    ['quarry bench stores --graph neo4j://localhost:7687 --code ~/shop', ''],
  ]).action(async (set: string | undefined, options: BenchStoresOptions) => {
    const { search: searchUrl, graph: graphUrl } = options;
    const scratch = `quarry-bench-${randomBytes(4).toString('hex')}`;
    const kept = join(findDataDir(options.data), 'bench');
    checkRequest(set, options);
    const given = { options, scratch, kept, terminal };
    const result: Comparison = {
      growth: set === undefined || searchUrl !== undefined ? null : await growthOf(set, given),
      search: set === undefined || searchUrl === undefined ? null : await searchOf(set, searchUrl, given),
      graph:
        graphUrl === undefined
          ? null
          : await compareGraph({ url: graphUrl, code: resolve(options.code ?? OWN_ROOT), scratch, terminal }),
    };
    terminal.out(options.json === true ? `${JSON.stringify(result, null, 2)}\n` : renderComparison(result));
  });
  addAskingProcess(group, terminal);
}

/** @throws Fault `bad_request` */
function checkRequest(set: string | undefined, { search, graph }: BenchStoresOptions): void {
  if (search === undefined && graph === undefined && set === undefined)
    throw new Fault(
      'bad_request',
      'Name a set to measure the embedded search index, or a server to compare with: --search URL, --graph URL, or both.',
    );
  if (search !== undefined && set === undefined)
    throw new Fault(
      'bad_request',
      'To compare search, name a set and a server: quarry bench stores SET --search URL.',
    );
}

interface Given {
  readonly options: BenchStoresOptions;
  readonly scratch: string;
  readonly kept: string;
  readonly terminal: Terminal;
}

async function growthOf(set: string, { options, kept, terminal }: Given) {
  const sample = await sampleOf(set, options, kept);
  return growEmbedded({ sample, config: configOf(kept, sample), sizes: sizesOf(options), terminal });
}

async function searchOf(set: string, url: string, { options, scratch, kept, terminal }: Given) {
  const sample = await sampleOf(set, options, kept);
  const config = configOf(kept, sample);
  return compareSearch({ config, url, sample, sizes: sizesOf(options), scratch, terminal });
}

function sampleOf(set: string, { questions, documents }: BenchStoresOptions, kept: string): Promise<Sample> {
  return readSample(set, kept, defined({ questions, documents }));
}

function configOf(kept: string, { name }: Sample): QuarryConfig {
  const dataDir = join(kept, name);
  return readConfig({
    dataDir,
    searchIndexUrl: `sqlite:${join(dataDir, 'search')}`,
    graphStoreUrl: `sqlite:${join(dataDir, 'graph')}`,
    logLevel: 'silent',
  });
}

function sizesOf({ size }: BenchStoresOptions): number[] {
  return (size ?? USUAL_SIZES)
    .map(integer(0, 10_000_000))
    .filter((count) => count > 0)
    .toSorted((a, b) => a - b);
}

/** The process that asks the embedded index. */
function addAskingProcess(group: Command, terminal: Terminal): void {
  group
    .command('stores-process', { hidden: true })
    .argument('<settings>', 'JSON')
    .action(async (settings: string) => {
      terminal.out(JSON.stringify(await askIndex(JSON.parse(settings) as AskedSettings)));
    });
}
