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
      'List the source files that a change most likely touches, best first, by search, code graph and git history: a file counts for the best ' +
        'place that was found in it, for how near its definitions are to what was found, for its test or what it tests, and for past commits ' +
        'that changed it and whose messages are alike. Nobody is asked a question.',
    )
    .argument('<text>', 'what the change is about, such as the message of its commit')
    .option('--limit <number>', 'most files', integer(1, 1_000), 10)
    .option('--no-history', 'leave messages of past commits out of it');
  withExamples(withJson(withData(command)), [
    ['quarry locate "retry after a rate limit"', ''],
    ["quarry locate 'fix rounding of totals' --json | jq -r '.[].path'", 'paths'],
  ]).action(async (text: string, options: LocateOptions) => {
    if (text.trim() === '') throw new Fault('bad_request', 'Say what the change is about.');
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
      else terminal.note('no source file of this index was found for it.');
    } finally {
      await stores.close();
    }
  });
}

/** The commits that led to what was indexed; none where it is in no git repository, or git is missing or refuses it. */
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

/** Names of modules begin with their file. */
function withoutFile(symbol: string, path: string): string {
  const module = `${path.replace(/\.[^./]+$/, '')}.`;
  return symbol.startsWith(module) ? symbol.slice(module.length) : symbol;
}
