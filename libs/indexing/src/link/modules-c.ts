import { posix } from 'node:path';
import { OUTSIDE, type Found } from './found';
import type { Project, ProjectFile } from './project';

/**
 * An included file: next to the including one, otherwise the only file of the project whose path ends with the written
 * one.
 */
export function cInclude(project: Project): (module: string, from: ProjectFile) => Found {
  const byName = new Map<string, string[]>();
  for (const [path, { family }] of project.files) {
    if (family !== 'c') continue;
    const name = posix.basename(path);
    byName.set(name, [...(byName.get(name) ?? []), path]);
  }
  return (module, from) => {
    const beside = posix.join(posix.dirname(from.facts.path), module);
    if (project.file(beside) !== undefined) return { is: 'file', path: beside };
    const plain = posix.normalize(module).replace(/^(?:\.\.\/)+/, '');
    project.dependencies.read('include', posix.basename(plain));
    const ending = (byName.get(posix.basename(plain)) ?? []).filter(
      (path) => path === plain || path.endsWith(`/${plain}`),
    );
    const [only] = ending;
    return only !== undefined && ending.length === 1 ? { is: 'file', path: only } : OUTSIDE;
  };
}
