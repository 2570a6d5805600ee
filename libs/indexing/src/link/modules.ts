import { cInclude } from './modules-c';
import { ecmascriptModule } from './modules-ecmascript';
import { goPackage } from './modules-go';
import { pythonModule } from './modules-python';
import { phpModule } from './modules-php';
import { rubyFile } from './modules-ruby';
import { rustModule } from './modules-rust';
import { namespaceOrType, OUTSIDE, type Found } from './found';
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
  csharp: (project) => namespaceOrType(project, 'csharp'),
  java: (project) => namespaceOrType(project, 'java'),
};

/** Module names of one project, each resolved once per importing file. */
export class Modules {
  private readonly resolvers = new Map<string, ModuleResolver>();
  private readonly known = new Map<string, Found>();

  constructor(private readonly project: Project) {}

  resolve(module: string, from: ProjectFile): Found {
    if (module === '') return { is: 'file', path: from.facts.path };
    const key = `${from.facts.path}\n${module}`;
    const known = this.known.get(key);
    if (known) return known;
    let resolver = this.resolvers.get(from.family);
    if (!resolver) {
      resolver = RESOLVERS[from.family]?.(this.project) ?? (() => OUTSIDE);
      this.resolvers.set(from.family, resolver);
    }
    const result = resolver(module, from);
    this.known.set(key, result);
    return result;
  }
}
