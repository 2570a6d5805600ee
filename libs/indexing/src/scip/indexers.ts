import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** What an indexer is asked to index. */
export interface IndexerTask {
  /** Absolute path of the folder. */
  readonly root: string;
  /** Absolute path of the index that it writes. */
  readonly output: string;
  /** Name of the repository, which becomes a part of its symbols. */
  readonly project: string;
  /** Writes a file for the indexer, in a folder of its own; returns its path. */
  readonly file: (name: string, text: string) => string;
}

/** A program that makes SCIP indexes, as a script for Node.js. */
export interface Indexer {
  readonly name: string;
  /** npm package that contains it. */
  readonly package: string;
  /** Language that it reads, in prose. */
  readonly language: string;
  /** Files that it reads. */
  readonly files: RegExp;
  /** Whether it works when Node.js denies it to write files elsewhere and to start programs. */
  readonly isConfined: boolean;
  readonly args: (task: IndexerTask) => readonly string[];
}

const SCIP_TYPESCRIPT: Indexer = {
  name: 'scip-typescript',
  package: '@sourcegraph/scip-typescript',
  language: 'TypeScript and JavaScript',
  files: /\.[cm]?[jt]sx?$/,
  isConfined: true,
  args: ({ root, output, file }) => [
    ...['index', '--no-progress-bar', '--output', output],
    // Its own --infer-tsconfig would write into the indexed folder.
    ...(existsSync(join(root, 'tsconfig.json')) ? [] : [file('tsconfig.json', inferredConfig(root))]),
  ],
};

const SCIP_PYTHON: Indexer = {
  name: 'scip-python',
  package: '@sourcegraph/scip-python',
  language: 'Python',
  files: /\.pyi?$/,
  isConfined: false,
  args: ({ output, project, file }) => [
    ...['index', '--quiet', '--project-name', project, '--project-version', '0', '--output', output],
    // Without this list of installed packages it asks pip.
    ...['--environment', file('environment.json', '[]')],
  ],
};

/** Indexers that `quarry index --scip` runs. */
export const INDEXERS: readonly Indexer[] = [SCIP_TYPESCRIPT, SCIP_PYTHON];

function inferredConfig(root: string): string {
  const compilerOptions = { allowJs: true, noEmit: true, skipLibCheck: true, types: [] };
  return JSON.stringify({
    compilerOptions,
    include: [`${root}/**/*`],
    exclude: [`${root}/**/node_modules`, `${root}/**/.*/`],
  });
}
