import { posix } from 'node:path';
import { cInclude } from './modules-c';
import { ecmascriptModule } from './modules-ecmascript';
import type { Readings } from './dependencies';
import { goModules, goPackage } from './modules-go';
import { pythonModule, pythonRoots } from './modules-python';
import { phpModule } from './modules-php';
import { rubyFile } from './modules-ruby';
import { rustModule } from './modules-rust';
import { csharpNamespace, namespaceOrType, OUTSIDE, type Found } from './found';
import type { Project, ProjectFile } from './project';

/** Resolves a module as written in a file; one function per family, created once per project. */
type ModuleResolver = (module: string, from: ProjectFile) => Found;

const RESOLVERS: Readonly<Record<string, (project: Project) => ModuleResolver>> = {
  ecmascript: ecmascriptModule,
  python: pythonModule,
  go: goPackage,
  rust: rustModule,
  c: cInclude,
  ruby: rubyFile,
  php: phpModule,
  csharp: csharpNamespace,
  java: (project) => namespaceOrType(project, 'java'),
};

/** Families in which a module name means the same in all files of a folder. */
const BY_FOLDER: ReadonlySet<string> = new Set(['ecmascript', 'python']);

/** Module names of one project, each resolved once per importing file, or its folder. */
export class Modules {
  private readonly resolvers = new Map<string, ModuleResolver>();
  private readonly known = new Map<string, { readonly found: Found; readonly readings: Readings }>();

  constructor(private readonly project: Project) {}

  resolve(module: string, from: ProjectFile): Found {
    if (module === '') return { is: 'file', path: from.facts.path };
    const { path } = from.facts;
    const place = BY_FOLDER.has(from.family) ? `${from.family}:${posix.dirname(path)}` : path;
    const key = `${place}\n${module}`;
    let known = this.known.get(key);
    if (!known) {
      let found: Found = OUTSIDE;
      const readings = this.project.dependencies.during(() => (found = this.search(module, from)));
      known = { found, readings };
      this.known.set(key, known);
    }
    this.project.dependencies.current.used.add(known.readings);
    return known.found;
  }

  private search(module: string, from: ProjectFile): Found {
    let resolver = this.resolvers.get(from.family);
    if (!resolver) {
      resolver = RESOLVERS[from.family]?.(this.project) ?? (() => OUTSIDE);
      this.resolvers.set(from.family, resolver);
    }
    return resolver(module, from);
  }
}

/** What every module name may depend on, as text: if it changes, all files are linked again. */
export function moduleSettings(project: Project): string {
  const { packageOf, modules } = goModules(project);
  return JSON.stringify([
    [...project.packages],
    [...pythonRoots(project.files)],
    [...packageOf],
    [...modules],
  ]);
}
