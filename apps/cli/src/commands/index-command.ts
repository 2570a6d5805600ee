import type { Command } from 'commander';
import { readConfig } from '@quarry/platform';
import { locate, renderReport, runIndex } from '../indexer';
import { withJson } from '../options';
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
    .description(
      'Index a code base: chunks, vectors, code graph. Only what changed since the last run is read again.',
    )
    .argument('[path]', 'folder or file to index', '.')
    .option('-d, --data <folder>', "data folder (default: '.quarry' beside what is indexed)")
    .option('--repository <name>', 'name of the repository (default: name of the folder)')
    .option('--snapshot <name>', 'name of this state of it', 'current')
    .option('--rebuild', 'begin from nothing: after damage, or for another embedding model')
    .option('--no-vectors', 'keywords and graph only; much faster, less found');
  withJson(command).action(async (path: string, options: IndexCommandOptions) => {
    const { root, dataDir } = await locate(path, options.data);
    const config = readConfig({ dataDir });
    const { repository, snapshot, rebuild, vectors } = options;
    const report = await runIndex(
      config,
      {
        root,
        ...(repository === undefined ? {} : { repository }),
        ...(snapshot === undefined ? {} : { snapshot }),
        ...(rebuild === undefined ? {} : { rebuild }),
        ...(vectors === undefined ? {} : { vectors }),
        quiet: options.json === true,
      },
      terminal,
    );
    terminal.out(
      options.json === true
        ? `${JSON.stringify(report, null, 2)}\n`
        : renderReport(report, dataDir, terminal),
    );
  });
}
