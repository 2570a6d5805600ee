import { execFileSync } from 'node:child_process';
import path from 'node:path';
import ts from 'typescript';
import { ROOT } from './root.mts';
import { laneOf, specFiles } from './lanes.mts';

/**
 * The specs that the changes since a revision can affect, by imports through all packages. Imports do not cover files
 * that are read as data (pipelines, fixtures, documents, workspace settings): if one of them changed, all pure and
 * integrated specs are included, or for a page of the docs all pure ones. Nor do they cover processes that a spec
 * starts, such as the whole program: use `--all` for that.
 *
 * @param revision default: where this branch left `origin/main`, or the last commit without it
 * @throws Error if git does not know the revision
 */
export async function changedSpecs(revision?: string): Promise<readonly string[]> {
  return specsReachedBy(changedFiles(revision));
}

/** @param changed paths from the root */
export async function specsReachedBy(changed: readonly string[]): Promise<readonly string[]> {
  const importers = await importersOf();
  const reached = new Set(changed);
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer);
  const pages = changed.some((file) => file.endsWith('.md'));
  const data = changed.some((file) => !/\.(?:ts|tsx|md)$/.test(file));
  return specFiles().filter((file) => {
    const lane = laneOf(file);
    return reached.has(file) || ((data || pages) && lane === 'pure') || (data && lane === 'integrated');
  });
}

function changedFiles(revision?: string): readonly string[] {
  const since = revision ?? branchedAt();
  const lists = [
    git('diff', '--name-only', '-z', '--no-renames', since, '--'),
    git('ls-files', '-z', '--others', '--exclude-standard'),
  ];
  return lists.flatMap((list) => list.split('\0')).filter((file) => file !== '');
}

function branchedAt(): string {
  try {
    return git('merge-base', 'origin/main', 'HEAD').trim();
  } catch {
    return 'HEAD';
  }
}

function git(...args: readonly string[]): string {
  return execFileSync('git', [...args], { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 << 20 });
}

/** The importers of each source and test file, as paths from the root. */
async function importersOf(): Promise<ReadonlyMap<string, readonly string[]>> {
  const { config } = ts.readConfigFile(path.join(ROOT, 'tsconfig.check.json'), (name) =>
    ts.sys.readFile(name),
  ) as {
    config: object;
  };
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const cache = ts.createModuleResolutionCache(ROOT, (name) => name, options);
  const importers = new Map<string, string[]>();
  for (const file of fileNames) {
    const { importedFiles } = ts.preProcessFile(ts.sys.readFile(file) ?? '', true, true);
    for (const { fileName } of importedFiles) {
      const { resolvedModule } = ts.resolveModuleName(fileName, file, options, ts.sys, cache);
      if (
        !resolvedModule ||
        (resolvedModule.isExternalLibraryImport === true &&
          resolvedModule.resolvedFileName.includes('node_modules'))
      )
        continue;
      const imported = path.relative(ROOT, resolvedModule.resolvedFileName);
      const known = importers.get(imported);
      if (known) known.push(path.relative(ROOT, file));
      else importers.set(imported, [path.relative(ROOT, file)]);
    }
  }
  return importers;
}
