import { closeSync, existsSync, mkdirSync, openSync, readSync, realpathSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, sep } from 'node:path';
import { GUARD, runGuarded } from './guarded-process';
import { INDEXERS, type Indexer } from './indexers';

export interface IndexersOptions {
  /** Absolute path of the indexed folder. */
  readonly root: string;
  /** Paths of the indexed files. */
  readonly paths: Iterable<string>;
  /** Name of the repository. */
  readonly project: string;
  /** Absolute path of an empty folder for the indexes. */
  readonly folder: string;
  /** Folders in which programs are looked for, as in the variable PATH. */
  readonly searchPath: string;
  /** Called before an indexer runs. */
  readonly onStart?: (name: string) => void;
  readonly signal?: AbortSignal;
}

/** An index that was made, or one plain sentence that says why it was not. */
export type MadeIndex = { readonly indexer: string } & (
  { readonly path: string } | { readonly problem: string }
);

/**
 * Runs the installed SCIP indexers of the languages in a folder. They are looked for on the search path, then in the
 * `node_modules` of the folders around it. A program of the folder itself is not run.
 * @throws Fault `cancelled`
 *
 * @example
 * for await (const made of runIndexers({ root, paths, project: 'billing', folder, searchPath })) {
 *   if ('path' in made) await importScip(made.path, options);
 * }
 */
export async function* runIndexers(options: IndexersOptions): AsyncGenerator<MadeIndex> {
  const paths = [...options.paths];
  for (const indexer of INDEXERS.filter(({ files }) => paths.some((path) => files.test(path)))) {
    const made = await runIndexer(indexer, options);
    yield { indexer: indexer.name, ...made };
  }
}

async function runIndexer(
  { name, package: source, language, isConfined, args }: Indexer,
  { root, project, folder: outer, searchPath, onStart, signal }: IndexersOptions,
): Promise<{ readonly path: string } | { readonly problem: string }> {
  const ours = `The edges of ${language} are Quarry's own.`;
  const script = findScript(name, root, searchPath);
  if (script === undefined)
    return { problem: `${name} is not installed (npm install --global ${source}). ${ours}` };
  if (script === 'of the folder')
    return {
      problem: `${name} is a program of the indexed folder, which is not run; install it elsewhere (npm install --global ${source}). ${ours}`,
    };
  if (!isNodeScript(script)) return { problem: `${script} is not a script for Node.js. ${ours}` };
  const folder = realpathSync(makeFolder(join(outer, name)));
  const write = (file: string, text: string): string => {
    writeFileSync(join(folder, file), text);
    return join(folder, file);
  };
  const guard = write('guard.cjs', GUARD);
  const output = join(folder, 'index.scip');
  onStart?.(name);
  const failure = await runGuarded({
    ...{ script, cwd: root, folder, guard, isConfined },
    args: args({ root, output, project, file: write }),
    ...(signal ? { signal } : {}),
  });
  if (failure !== undefined) return { problem: `${name} ${failure}. ${ours}` };
  return existsSync(output) ? { path: output } : { problem: `${name} wrote no index. ${ours}` };
}

/**
 * The script behind a command. A program of the indexed folder is never run, however it is found: what is indexed is
 * data.
 */
function findScript(name: string, root: string, searchPath: string): string | undefined {
  const onPath = searchPath.split(delimiter).filter((entry) => isAbsolute(entry));
  const around: string[] = [];
  for (let at = root; ; at = dirname(at)) {
    around.push(join(at, 'node_modules', '.bin'));
    if (dirname(at) === at) break;
  }
  const found = [...onPath, ...around]
    .map((entry) => join(entry, name))
    .filter((file) => existsSync(file))
    .map((file) => realpathSync(file));
  const inside = `${realpathSync(root)}${sep}`;
  return found.find((file) => !file.startsWith(inside)) ?? (found.length > 0 ? 'of the folder' : undefined);
}

function isNodeScript(file: string): boolean {
  const opened = openSync(file, 'r');
  try {
    const head = Buffer.alloc(100);
    return /^#!.*\bnode\b/.test(head.subarray(0, readSync(opened, head)).toString());
  } finally {
    closeSync(opened);
  }
}

function makeFolder(path: string): string {
  mkdirSync(path, { recursive: true });
  return path;
}
