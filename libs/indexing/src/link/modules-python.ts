import { posix } from 'node:path';
import { OUTSIDE, type Found } from './found';
import type { Project, ProjectFile } from './project';

/** Folders that contain packages without being one. */
const SOURCE_FOLDERS = new Set(['src', 'lib', 'python']);

/**
 * `.a`, `..a.b`, and absolute names from the root, from a source folder, or from a folder around the importing file.
 */
export function pythonModule(project: Project): (module: string, from: ProjectFile) => Found {
  const moduleAt = (folder: string, name: string): Found | undefined => {
    const base = posix.join(folder, name.replaceAll('.', '/'));
    const tries = [
      `${base}.py`,
      posix.join(base, '__init__.py'),
      `${base}.pyi`,
      posix.join(base, '__init__.pyi'),
    ];
    const hit = tries.find((path) => project.file(path) !== undefined);
    return hit === undefined ? undefined : { is: 'file', path: hit };
  };
  const isPackage = (folder: string) => project.file(posix.join(folder, '__init__.py')) !== undefined;
  const roots = pythonRoots(project.files);
  return (module, from) => {
    const folder = posix.dirname(from.facts.path);
    const relative = /^\.+/.exec(module)?.[0].length ?? 0;
    if (relative > 0) {
      const base = posix.join(folder, ...Array<string>(relative - 1).fill('..'));
      const name = module.slice(relative);
      return moduleAt(base === '.' ? '' : base, name === '' ? '.' : name) ?? OUTSIDE;
    }
    // Most modules are of other projects: one look-up says so.
    if (!project.hasModule(module.split('.').slice(-2).join('/'))) return OUTSIDE;
    for (let around = folder; ; around = posix.dirname(around)) {
      const root = around === '.' ? '' : around;
      const hit = isPackage(root) ? undefined : moduleAt(root, module);
      if (hit) return hit;
      if (root === '') break;
    }
    for (const root of roots) {
      const hit = moduleAt(root, module);
      if (hit) return hit;
    }
    return OUTSIDE;
  };
}

/** The root and the source folders, from which absolute names are read. */
export function pythonRoots(files: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  const roots = new Set(['']);
  for (const path of files.keys()) {
    const parts = path.split('/');
    parts.forEach((part, i) => {
      const folder = parts.slice(0, i + 1).join('/');
      if (!SOURCE_FOLDERS.has(part) || i === parts.length - 1) return;
      if (!files.has(posix.join(folder, '__init__.py'))) roots.add(folder);
    });
  }
  return roots;
}
