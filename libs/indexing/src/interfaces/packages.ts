import { builtinModules } from 'node:module';
import type { EdgeKind, GraphNode } from '@quarry/graph-store';
import type { ImportFact, Reference } from '../facts';
import type { Found } from './found';
import { MANIFESTS } from './manifests';
import { packageKey } from './package-key';

/** References that are a relation to a definition of another package. */
const RELATIONS: ReadonlySet<EdgeKind> = new Set(['CALLS', 'USES', 'INHERITS', 'IMPLEMENTS']);

/** Adds the packages that a manifest provides and needs, or those that code imports, with what it uses of them. */
export function packageFacts(found: Found): void {
  const { path, language, imports } = found.facts;
  const manifest = MANIFESTS.find(({ files }) => files.test(path));
  if (manifest) {
    for (const { name, isProvided, offset } of manifest.read(found.text, path)) {
      const key = packageKey(manifest.ecosystem, name);
      const line = found.lineAt(Math.max(0, offset));
      if (isProvided) found.node(key, 'PACKAGE', name, line);
      else found.edge(found.file, key, 'DEPENDS_ON', line);
    }
  }
  const importing = IMPORTING[language];
  if (!importing) return;
  const bound = new Map<string, Bound>();
  for (const fact of imports) {
    const name = importing.packageOf(fact.module, path);
    if (name === null) continue;
    const key = packageKey(importing.ecosystem, name);
    found.edge(found.file, key, 'DEPENDS_ON', fact.line);
    for (const one of boundBy(fact, importing)) {
      const modules = [fact.module, ...(bound.get(one.local)?.modules ?? [])];
      bound.set(one.local, { ...one, ecosystem: importing.ecosystem, name, modules });
    }
  }
  if (bound.size > 0) for (const reference of found.facts.references) use(found, reference, bound);
}

/** A local name, and what it stands for of another package. */
interface Bound {
  readonly local: string;
  /** Absent if the local name is the package or a module of it: its members are what code uses. */
  readonly imported?: string;
  readonly ecosystem: string;
  readonly name: string;
  /** The modules that were imported under it: `werkzeug.utils` binds `werkzeug`. */
  readonly modules: readonly string[];
}

interface Importing {
  readonly ecosystem: string;
  /** The package of an imported module; null for one that belongs to the project or the language. */
  readonly packageOf: (module: string, path: string) => string | null;
  /** The local name of a module that is imported without another one. */
  readonly localOf?: (module: string) => string;
}

const BUILT_IN: ReadonlySet<string> = new Set(builtinModules);

const NPM: Importing = {
  ecosystem: 'npm',
  packageOf: (module) => {
    // Aliases of bundlers and of TypeScript are no packages.
    const name = /^(?:@[\w.-]+\/)?[\w][\w.-]*(?=\/|$)/.exec(module)?.[0];
    return name === undefined || BUILT_IN.has(name) || module.startsWith('node:') ? null : name;
  },
};

/** Language → how its imports name packages. */
const IMPORTING: Readonly<Partial<Record<string, Importing>>> = {
  typescript: NPM,
  javascript: NPM,
  tsx: NPM,
  python: {
    ecosystem: 'pypi',
    packageOf: (module, path) => {
      const [top = ''] = module.split('.');
      // A file below a folder of that name belongs to the package itself.
      return top === '' || `/${path}`.includes(`/${top}/`) ? null : top;
    },
    localOf: (module) => module.split('.')[0] ?? module,
  },
  go: {
    ecosystem: 'go',
    packageOf: (module) => (/^[\w-]+\.[\w.-]*/.test(module) ? module : null),
    localOf: (module) =>
      module
        .split('/')
        .filter((part) => !/^v\d+$/.test(part))
        .at(-1)
        ?.replace(/^go-|\.v\d+$/g, '') ?? module,
  },
  java: {
    ecosystem: 'java',
    packageOf: (module) => (/^javax?\./.test(module) ? null : module),
  },
  csharp: {
    ecosystem: 'nuget',
    packageOf: (module) => (/^System(?:\.|$)/.test(module) ? null : module),
  },
};

function boundBy(
  { module, names, alias }: ImportFact,
  { localOf }: Importing,
): readonly Pick<Bound, 'local' | 'imported'>[] {
  const whole = alias ?? (names.length === 0 ? localOf?.(module) : undefined);
  return [
    ...names.filter(({ imported }) => imported !== '*').map(({ imported, local }) => ({ local, imported })),
    // `import werkzeug.utils` binds `werkzeug`.
    ...(whole === undefined ? [] : [{ local: whole.split('.')[0] ?? whole }]),
  ];
}

/** A reference whose first name is imported: an edge to what the package exports under it. */
function use(
  found: Found,
  { from, kind, name, line, receiver }: Reference,
  bound: ReadonlyMap<string, Bound>,
): void {
  if (receiver !== undefined || !RELATIONS.has(kind)) return;
  const [first = '', ...parts] = name.split('.');
  const one = bound.get(first);
  const module = one?.modules.find((path) => name.startsWith(`${path}.`)) ?? first;
  const second = parts[module.split('.').length - 1];
  const used = one?.imported ?? second;
  // A member of what is imported (`Model.create`) is a use of it: which member it is, the package decides.
  if (!one || used === undefined || isOwn(found.facts.nodes, first)) return;
  const isMember = one.imported !== undefined && second !== undefined;
  found.edge(from, packageKey(one.ecosystem, one.name, used), isMember ? 'USES' : kind, line);
}

function isOwn(nodes: readonly GraphNode[], name: string): boolean {
  return nodes.some((node) => node.name === name && node.kind !== 'FILE' && node.kind !== 'FIELD');
}
