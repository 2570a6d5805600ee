import { posix } from 'node:path';
import { OUTSIDE, type Found } from './found';
import type { Project, ProjectFile } from './project';

/**
 * A required file: next to the requiring one (`./b`), otherwise below a `lib` folder or the root, as the only one.
 */
export function rubyFile(project: Project): (module: string, from: ProjectFile) => Found {
  const byFeature = new Map<string, string[]>();
  for (const [path, { family }] of project.files) {
    if (family !== 'ruby') continue;
    const feature = featureOf(path);
    byFeature.set(feature, [...(byFeature.get(feature) ?? []), path]);
  }
  return (module, from) => {
    const name = module.replace(/\.rb$/, '');
    if (name.startsWith('.')) {
      const path = `${posix.join(posix.dirname(from.facts.path), name)}.rb`;
      return project.file(path) !== undefined ? { is: 'file', path } : OUTSIDE;
    }
    project.dependencies.read('feature', name);
    const [only, ...others] = byFeature.get(name) ?? [];
    return only !== undefined && others.length === 0 ? { is: 'file', path: only } : OUTSIDE;
  };
}

/** The name under which `require` finds a file below a `lib` folder or the root. */
export function featureOf(path: string): string {
  return path.replace(/^(?:.*\/)?lib\//, '').replace(/\.rb$/, '');
}
