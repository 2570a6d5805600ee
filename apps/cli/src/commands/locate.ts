import type { Command } from 'commander';
import { findDataDir, openStores, readConfig, SnapshotResolver } from '@quarry/platform';
import { Fault } from '@quarry/turn';
import { locateFiles, type FilesFound } from '../locate';
import { integer, withData, withExamples, withJson } from '../options';
import { printable, printableJson } from '../printable';
import type { CommandContext } from '../terminal';

interface LocateOptions {
  readonly data?: string;
  readonly json?: boolean;
  readonly limit: number;
}

export function addLocate(program: Command, { terminal }: CommandContext): void {
  const command = program
    .command('locate')
    .summary('list the files that a change most likely touches')
    .description(
      'List the source files that a change most likely touches, best first, by search and code graph: a file counts for the best place that was ' +
        'found in it, for how near its definitions are to what was found, and for its test or what it tests. Nobody is asked a question.',
    )
    .argument('<text>', 'what the change is about, such as the message of its commit')
    .option('--limit <number>', 'most files', integer(1, 1_000), 10);
  withExamples(withJson(withData(command)), [
    ['quarry locate "retry after a rate limit"', ''],
    ["quarry locate 'fix rounding of totals' --json | jq -r '.[].path'", 'paths'],
  ]).action(async (text: string, options: LocateOptions) => {
    if (text.trim() === '') throw new Fault('bad_request', 'Say what the change is about.');
    const config = readConfig({ dataDir: findDataDir(options.data) });
    const ref = await new SnapshotResolver(config.dataDir, config.repository).resolve({
      repository: '',
      active_index: 'current',
    });
    const stores = await openStores(config);
    try {
      const info = await stores.searchIndex.describe(ref);
      const { embedder } = stores;
      const fits = embedder !== null && info?.embedder?.id === embedder.id;
      const { files } = await locateFiles({ ...stores, embedder: fits ? embedder : null, ref }, text);
      const shown = files.slice(0, options.limit);
      if (options.json === true) terminal.out(`${printableJson(shown.map(asJson), 2)}\n`);
      else if (shown.length > 0) terminal.out(shown.map(asLine).join(''));
      else terminal.note('no source file of this index was found for it.');
    } finally {
      await stores.close();
    }
  });
}

type File = FilesFound['files'][number];

function asJson({ path, score, chunk }: File) {
  const place = chunk && {
    startLine: chunk.startLine,
    endLine: chunk.endLine,
    ...(chunk.symbol === undefined ? {} : { symbol: chunk.symbol }),
  };
  return { path, score, ...place };
}

function asLine({ path, chunk }: File): string {
  const place = chunk ? `${path}:${chunk.startLine}-${chunk.endLine}` : `${path}  (by the code graph)`;
  const symbol = chunk?.symbol === undefined ? '' : `  ${withoutFile(chunk.symbol, path)}`;
  return `${printable(`${place}${symbol}`)}\n`;
}

/** Names of modules begin with their file. */
function withoutFile(symbol: string, path: string): string {
  const module = `${path.replace(/\.[^./]+$/, '')}.`;
  return symbol.startsWith(module) ? symbol.slice(module.length) : symbol;
}
