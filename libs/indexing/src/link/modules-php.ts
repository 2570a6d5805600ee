import { posix } from 'node:path';
import { namespaceOrType, OUTSIDE, type Found } from './found';
import type { Project, ProjectFile } from './project';

/** A namespace or type; of `require`, a file by its path from the requiring one. */
export function phpModule(project: Project): (module: string, from: ProjectFile) => Found {
  const named = namespaceOrType(project, 'php');
  return (module, from) => {
    if (!module.endsWith('.php')) return named(module);
    const beside = posix.join(posix.dirname(from.facts.path), module);
    if (project.file(beside) !== undefined) return { is: 'file', path: beside };
    return OUTSIDE;
  };
}
