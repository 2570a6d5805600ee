import type { Command } from 'commander';
import { filesOfPast, PastChanges, type PastCommit } from '@quarry/evaluation';
import { GitRepository } from '@quarry/git';
import { findDataDir, openStoresToRead, readConfig } from '@quarry/platform';
import type { IndexInfo } from '@quarry/search-index';
import { Fault, defined } from '@quarry/turn';
import { currentSnapshot } from '../current-snapshot';
import { locateFiles, type FoundFile } from '../locate';
import { integer, withData, withExamples, withJson } from '../options';
import { printableJson, printableName } from '../printable';
import type { CommandContext } from '../terminal';

interface LocateOptions {
  readonly data?: string;
  readonly json?: boolean;
  readonly limit: number;
  readonly history: boolean;
}

export function addLocate(command: Command, { terminal }: CommandContext): void {
  command
    .description(
      'List the source files that a change is most likely to touch, best first, by search, code graph and git history. The score of a file ' +
        'combines its best passage, the distance of its definitions to other passages, its test or the file that it tests, and past commits ' +
        'that changed it and have similar messages. Calls no chat model.',
    )
    .argument('<text>', 'description of the change, such as its commit message')
    .option('--limit <number>', 'maximum number of files', integer(1, 1_000), 10)
    .option('--no-history', 'ignore past commits');
  withExamples(withJson(withData(command)), [
    ['quarry locate "retry after a rate limit"', ''],
    ["quarry locate 'fix rounding of totals' --json | jq -r '.[].path'", 'paths'],
  ]).action(async (text: string, options: LocateOptions) => {
    if (text.trim() === '') throw new Fault('bad_request', 'The text is empty. Describe the change.');
    const config = readConfig({ dataDir: findDataDir(options.data) });
    const ref = await currentSnapshot(config);
    const stores = await openStoresToRead(config);
    try {
      const info = await stores.searchIndex.describe(ref);
      const { embedder } = stores;
      const fits = embedder !== null && info?.embedder?.id === embedder.id;
      const found = await locateFiles({ ...stores, embedder: fits ? embedder : null, ref }, text);
      const past = options.history ? await pastOf(info, terminal.signal) : [];
      const shown = found.ranked(filesOfPast(text, past)).slice(0, options.limit);
      if (options.json === true) terminal.out(`${printableJson(shown.map(asJson), 2)}\n`);
      else if (shown.length > 0) terminal.out(shown.map(asLine).join(''));
      else terminal.note('no source file of this index matches.');
    } finally {
      await stores.close();
    }
  });
}

/** The commits that led to the indexed state. Empty outside of a git repository, or if git is missing or fails. */
async function pastOf(info: IndexInfo | null, signal: AbortSignal): Promise<readonly PastCommit[]> {
  const root = info?.root ?? null;
  if (!info || root === null) return [];
  try {
    const git = await GitRepository.open(root, { signal });
    try {
      return await new PastChanges(git, true).leadingTo(info.commit ?? 'HEAD', signal);
    } finally {
      await git.close();
    }
  } catch (error) {
    if (error instanceof Fault && error.code !== 'cancelled') return [];
    throw error;
  }
}

function asJson({ path, score, by, chunk }: FoundFile) {
  const place = chunk && {
    startLine: chunk.startLine,
    endLine: chunk.endLine,
    ...defined({ symbol: chunk.symbol }),
  };
  return { path, score, by, ...place };
}

function asLine({ path, by, chunk }: FoundFile): string {
  const brought = by.graph === undefined && by.counterpart === undefined ? 'past commits' : 'the code graph';
  const place = chunk ? `${path}:${chunk.startLine}-${chunk.endLine}` : `${path}  (by ${brought})`;
  const symbol = chunk?.symbol === undefined ? '' : `  ${withoutFile(chunk.symbol, path)}`;
  return `${printableName(`${place}${symbol}`)}\n`;
}

/** The symbol without its file: names of modules start with it. */
function withoutFile(symbol: string, path: string): string {
  const module = `${path.replace(/\.[^./]+$/, '')}.`;
  return symbol.startsWith(module) ? symbol.slice(module.length) : symbol;
}
