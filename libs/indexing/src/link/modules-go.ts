import { posix } from 'node:path';
import { OUTSIDE, type Found } from './found';
import type { Project, ProjectFile } from './project';

/**
 * An import path is a module's name and a folder in it. If no module name is given (`packages`), it is the prefix that
 * most import paths share before an existing folder.
 */
export function goPackage(project: Project): (module: string, from: ProjectFile) => Found {
  const { packageOf, modules } = goModules(project);
  return (module) => {
    for (let name = module; ; name = name.slice(0, name.lastIndexOf('/'))) {
      const folder = modules.get(name);
      if (folder !== undefined) {
        const place = posix.join(folder, module.slice(name.length + 1));
        const found = packageOf.get(place === '.' ? '' : place);
        if (found !== undefined) return { is: 'namespace', name: found };
      }
      if (!name.includes('/')) return OUTSIDE;
    }
  };
}

/** Folder → package, and module → folder. */
export function goModules(
  project: Pick<Project, 'files' | 'packages'>,
): Record<'packageOf' | 'modules', ReadonlyMap<string, string>> {
  const packageOf = new Map<string, string>();
  for (const { family, facts } of project.files.values()) {
    if (family !== 'go' || facts.path.endsWith('_test.go') || facts.namespace === undefined) continue;
    const folder = posix.dirname(facts.path);
    packageOf.set(folder === '.' ? '' : folder, folder === '.' ? facts.namespace : folder);
  }
  const modules = new Map(project.packages);
  const guessed = guess(project, packageOf);
  if (guessed !== undefined && !modules.has(guessed)) modules.set(guessed, '');
  return { packageOf, modules };
}

function guess(project: Pick<Project, 'files'>, packageOf: ReadonlyMap<string, string>): string | undefined {
  const votes = new Map<string, Set<string>>();
  for (const { family, facts } of project.files.values()) {
    for (const { module } of family === 'go' ? facts.imports : []) {
      const parts = module.split('/');
      if (!parts[0]?.includes('.')) continue;
      for (let i = 2; i < parts.length; i++) {
        const folder = parts.slice(i).join('/');
        const prefix = parts.slice(0, i).join('/');
        if (packageOf.has(folder)) votes.set(prefix, (votes.get(prefix) ?? new Set()).add(folder));
      }
    }
  }
  const ranked = [...votes].sort(
    ([a, x], [b, y]) => y.size - x.size || a.length - b.length || (a < b ? -1 : 1),
  );
  return ranked[0]?.[0];
}
