import { posix } from 'node:path';
import { OUTSIDE, type Found } from './found';
import type { Project, ProjectFile } from './project';

/** File of the module `name` declared in the module at `path`. */
function rustChild(project: Project, path: string, name: string): string | undefined {
  const folder = posix.dirname(path);
  const own = posix.basename(path, '.rs');
  const inside = ['mod', 'lib', 'main'].includes(own) ? folder : posix.join(folder, own);
  const tries = [posix.join(inside, `${name}.rs`), posix.join(inside, name, 'mod.rs')];
  return tries.find((candidate) => project.file(candidate) !== undefined);
}

/** `lib.rs` or `main.rs` of the crate that a file belongs to. */
function crateRoot(project: Project, path: string): string | undefined {
  for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
    for (const root of ['lib.rs', 'main.rs']) {
      const candidate = posix.join(folder, root);
      if (project.file(candidate) !== undefined) return candidate;
    }
    if (folder === '.' || folder === '/') return undefined;
  }
}

function rustParent(project: Project, path: string): string | undefined {
  const own = posix.basename(path, '.rs');
  const folder = posix.dirname(path);
  const up = own === 'mod' ? posix.dirname(folder) : folder;
  const name = own === 'mod' ? posix.basename(up) : posix.basename(folder);
  const tries = [`${up}.rs`, posix.join(posix.dirname(up), `${name}.rs`)];
  const roots = ['mod.rs', 'lib.rs', 'main.rs'].map((file) => posix.join(up, file));
  return [...roots, ...tries].find(
    (candidate) => candidate !== path && project.file(candidate) !== undefined,
  );
}

/** The file where a path begins: `crate`, `self`, `super`, another crate of the project, or a sibling module. */
export function rustStart(project: Project, first: string, path: string): string | undefined {
  if (first === 'self') return path;
  if (first === 'crate') return crateRoot(project, path);
  if (first === 'super') return rustParent(project, path);
  const child = rustChild(project, path, first);
  if (child !== undefined) return child;
  const folder = project.packages.get(first) ?? project.packages.get(first.replaceAll('_', '-'));
  const root = folder === undefined ? undefined : posix.join(folder, 'src', 'lib.rs');
  return root !== undefined && project.file(root) !== undefined ? root : undefined;
}

/** Modules that lead on to each other by re-exports, at most. */
const MAX_REEXPORTS = 8;

/** Resolves the file segments of `crate::a::b`; a module inside a file is found there by its name. */
export function rustModule(project: Project): (module: string, from: ProjectFile) => Found {
  const resolve = (module: string, from: ProjectFile, depth: number): Found => {
    const [first = '', ...rest] = module.split('::');
    let path = rustStart(project, first, from.facts.path);
    if (path === undefined) return OUTSIDE;
    for (let i = 0; i < rest.length; i++) {
      const next: string | undefined =
        rest[i] === 'super' ? rustParent(project, path) : rustChild(project, path, rest[i]!);
      if (next === undefined) {
        const handed = depth < MAX_REEXPORTS ? reexported(project, path, rest[i]!) : undefined;
        if (!handed) return inline(project, path, rest.slice(i)) ?? OUTSIDE;
        return resolve([handed.module, ...rest.slice(i + 1)].join('::'), handed.file, depth + 1);
      }
      path = next;
    }
    return { is: 'file', path };
  };
  return (module, from) => resolve(module, from, 0);
}

/** The module that a file re-exports under a name, with the file that names it: `pub extern crate a as b`. */
function reexported(
  project: Project,
  path: string,
  name: string,
): { readonly module: string; readonly file: ProjectFile } | undefined {
  const file = project.file(path);
  const handed = file && project.handedOn(file, name);
  if (!file || !handed) return undefined;
  const { module } = handed.fact;
  return { module: handed.imported === null ? module : `${module}::${handed.imported}`, file };
}

function inline(project: Project, path: string, names: readonly string[]): Found | undefined {
  let keys = [`file:${path}|FILE`];
  let nodes = names.length === 0 ? [] : keys.flatMap((key) => project.children(key, names[0]!));
  for (const name of names.slice(1)) {
    keys = nodes.map(({ key }) => key);
    nodes = keys.flatMap((key) => project.children(key, name));
  }
  return nodes.length > 0 ? { is: 'nodes', nodes } : undefined;
}
