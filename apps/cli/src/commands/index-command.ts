import type { Command } from 'commander';
import { readConfig } from '@quarry/platform';
import { renderReport } from '../index-report';
import { locate, runIndex } from '../indexer';
import { withExamples, withJson } from '../options';
import { printableJson } from '../printable';
import type { CommandContext } from '../terminal';

interface IndexCommandOptions {
  readonly data?: string;
  readonly json?: boolean;
  readonly repository?: string;
  readonly snapshot?: string;
  readonly rebuild?: boolean;
  readonly vectors?: boolean;
}

export function addIndex(program: Command, { terminal }: CommandContext): void {
  const command = program
    .command('index')
    .summary('index a code base, or update its index')
    .description(
      'Index a code base: text in chunks, vectors, code graph. Only what changed since the last run is read again; what git ' +
        'ignores is left out. Ctrl-C at any time: the next run goes on.',
    )
    .argument('[path]', 'folder or file to index', '.')
    .option('-d, --data <folder>', "data folder (default: '.quarry' beside what is indexed)")
    .option('--repository <name>', 'name of the repository (default: name of the folder)')
    .option('--snapshot <name>', 'name of this state of it', 'current')
    .option('--rebuild', 'begin from nothing: after damage, or for another embedding model')
    .option('--no-vectors', 'keywords and graph only; much faster, less found');
  withExamples(withJson(command), [
    ['quarry index', 'the folder that you are in'],
    ['quarry index ~/shop --no-vectors', 'in seconds; questions by keywords'],
    ['quarry index ~/shop --rebuild', 'from nothing'],
    ['quarry index . --data ~/indexes/shop', 'with its data elsewhere'],
  ]).action(async (path: string, options: IndexCommandOptions) => {
    const { root, dataDir } = await locate(path, options.data);
    const { repository, snapshot, rebuild, vectors } = options;
    const report = await runIndex(
      readConfig({ dataDir }),
      {
        root,
        ...(repository === undefined ? {} : { repository }),
        ...(snapshot === undefined ? {} : { snapshot }),
        ...(rebuild === undefined ? {} : { rebuild }),
        ...(vectors === undefined ? {} : { vectors }),
      },
      terminal,
    );
    terminal.out(
      options.json === true ? `${printableJson(report, 2)}\n` : renderReport(report, dataDir, terminal.onOut),
    );
  });
}
