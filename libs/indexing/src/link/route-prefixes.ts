import type { NodeKey } from '@quarry/turn';
import { isTestPath } from '@quarry/turn';
import type { MountFact, RouterFact, RoutingFacts } from '../facts';
import { controllerName } from '../interfaces/class-prefixes';
import { httpPath } from '../interfaces/http-path';
import { joined } from '../interfaces/routers';
import type { Project, ProjectFile } from './project';
import type { Resolver } from './resolver';

/** Routers within routers that are followed. */
const MAX_DEPTH = 12;
/** Paths of one route, and routers of one name, at most. */
const MOST = 8;
/** Begins a path whose prefix is not known. */
const UNKNOWN_PREFIX = '…';

/** A router of a file. */
interface Router {
  readonly file: ProjectFile;
  readonly name: string;
}

/** A mount of a router, and the file that states it. */
interface Mounted extends MountFact {
  readonly file: ProjectFile;
}

/** The paths of routes whose routers get a prefix in another file. */
export class RoutePrefixes {
  /** `path⏎router` → where it is mounted. */
  private readonly mounts = new Map<string, Mounted[]>();
  /** Name → routers of all files, for languages in which a name is not bound to a file. */
  private readonly byName = new Map<string, Router[]>();
  private readonly constants = new Map<string, Set<string>>();

  constructor(
    private readonly project: Project,
    private readonly resolver: Resolver,
  ) {
    const files = [...project.files.values()].filter(({ facts }) => facts.routing);
    for (const file of files) {
      const { routers, constants } = routingOf(file);
      for (const [name, { isImported }] of Object.entries(routers))
        if (!isImported) push(this.byName, `${file.family}:${name.split('.').at(-1)}`, { file, name });
      for (const [name, value] of Object.entries(constants))
        this.constants.set(name, (this.constants.get(name) ?? new Set()).add(value));
    }
    for (const file of files)
      for (const mount of routingOf(file).mounts) {
        const targets = this.targets(file, mount);
        // One of several is meant: where it is put is not known of any.
        const path = targets.length > 1 ? '${}' : mount.path;
        for (const target of targets) {
          const isOwn = target.file === file && target.name === mount.on;
          if (!isOwn) push(this.mounts, keyOf(target), { ...mount, path, file });
        }
      }
  }

  /** For each route of a file whose path is another than the file alone says: all its paths. */
  of(path: string): ReadonlyMap<NodeKey, readonly string[]> {
    const found = new Map<NodeKey, readonly string[]>();
    const file = this.project.files.get(path);
    for (const [key, route] of Object.entries(file?.facts.routing?.routes ?? {})) {
      const tail = this.filled(joined(route.prefix, route.path), file!);
      const whole =
        tail === null
          ? [`${UNKNOWN_PREFIX}/${withoutStart(joined(route.prefix, route.path))}`]
          : this.full({ file: file!, name: route.router }, tail);
      const paths = whole.flatMap(
        (one) => normal(one.replaceAll('[controller]', controllerName(route.router))) ?? [],
      );
      const different = [...new Set(paths)].slice(0, MOST);
      if (different.length > 1 || different[0] !== normal(joined(route.prefix, route.path)))
        found.set(key, different);
    }
    return found;
  }

  /** The paths of what is at `tail` on a router. */
  private full({ file, name }: Router, tail: string, depth = 0): readonly string[] {
    if (name === '' || depth > MAX_DEPTH) return [tail];
    const router: RouterFact = routingOf(file).routers[name] ?? { isImported: true };
    if (router.isImported) {
      const targets = this.named(file, name);
      return targets.length === 0 ? [tail] : targets.flatMap((target) => this.full(target, tail, depth + 1));
    }
    const mounts = this.mounts.get(keyOf({ file, name })) ?? [];
    const ownFirst = mounts.filter((one) => !isTestPath(one.file.facts.path) || isTestPath(file.facts.path));
    if (ownFirst.length === 0) return [router.isPart ? UNKNOWN_PREFIX + joined('', tail) : tail];
    return ownFirst.flatMap((mount) => {
      const own = router.own ?? '';
      const rest =
        mount.replaces && mount.path !== '' && tail.startsWith(own) ? tail.slice(own.length) : tail;
      const prefix = this.filled(mount.path, mount.file);
      if (prefix === null) return [UNKNOWN_PREFIX + joined('', rest)];
      return this.full({ file: mount.file, name: mount.on }, joined(prefix, rest), depth + 1);
    });
  }

  /** A path with the values of names at its beginning; null where one is not known. */
  private filled(path: string, file: ProjectFile): string | null {
    let text = path;
    for (let left = MOST; left > 0; left--) {
      const [whole, before = '', name = ''] = /^(\/?)\$\{(\w*)\}/.exec(text) ?? [];
      if (whole === undefined) return text;
      const own = routingOf(file).constants[name];
      const all = own === undefined ? this.constants.get(name) : new Set([own]);
      if (all?.size !== 1) return null;
      const [value = ''] = all;
      text = `${before}${value}${text.slice(whole.length)}`.replace(/^\/\//, '/');
    }
    return null;
  }

  /** The routers that a mount means. */
  private targets(file: ProjectFile, { router, module }: MountFact): readonly Router[] {
    return module === undefined
      ? this.named(file, router)
      : this.exported(this.fileOf(module, file), router.split('.'));
  }

  /** The routers that a name means in a file. */
  private named(file: ProjectFile, written: string, depth = 0): readonly Router[] {
    const names = written.split('.');
    const [first = ''] = names;
    const last = names.at(-1) ?? '';
    if (file.family !== 'ecmascript' && file.family !== 'python') {
      const all = this.byName.get(`${file.family}:${last}`) ?? [];
      const here = all.filter(
        ({ name, file: { facts } }) => name.startsWith(`${first}.`) || isIn(facts, first),
      );
      const own = all.filter((one) => one.file === file || sameFolder(one.file, file));
      const meant =
        names.length > 1 && here.length > 0 ? here : names.length === 1 && own.length > 0 ? own : all;
      return meant.length <= MOST ? meant : [];
    }
    const own = routingOf(file).routers[written];
    if (own && !own.isImported) return [{ file, name: written }];
    if (depth > MAX_DEPTH) return [];
    for (let n = names.length; n > 0; n--) {
      const local = file.locals.get(names.slice(0, n).join('.'));
      if (!local) continue;
      const { fact, imported } = local;
      const rest = names.slice(n);
      if (imported === null) return this.exported(this.fileOf(fact.module, file), rest, depth + 1);
      const target = this.fileOf(fact.module, file);
      const found = this.exported(target, [imported, ...rest], depth + 1);
      if (found.length > 0 || file.family !== 'python') return found;
      const module = /^\.+$/.test(fact.module) ? fact.module + imported : `${fact.module}.${imported}`;
      return this.exported(this.fileOf(module, file), rest, depth + 1);
    }
    return [];
  }

  /** What a file exports under a name. */
  private exported(file: ProjectFile | undefined, names: readonly string[], depth = 0): readonly Router[] {
    if (!file || depth > MAX_DEPTH) return [];
    const [first = 'default', ...rest] = names;
    const handed = file.handedOn.get(first);
    if (handed) {
      const { fact, imported } = handed;
      const source = fact.module === '' ? file : this.fileOf(fact.module, file);
      if (fact.module === '') return this.named(file, [imported ?? first, ...rest].join('.'), depth + 1);
      return this.exported(source, [...(imported === null ? [] : [imported]), ...rest], depth + 1);
    }
    const named = this.named(file, [first, ...rest].join('.'), depth + 1);
    if (named.length > 0) return named;
    const whole = file.family === 'python' ? file.wildcards : file.handedOnWhole;
    for (const fact of whole) {
      const found = this.exported(this.fileOf(fact.module, file), names, depth + 1);
      if (found.length > 0) return found;
    }
    if (file.family === 'python' && file.facts.path.endsWith('__init__.py'))
      return rest.length > 0 ? this.exported(this.fileOf(`.${first}`, file), rest, depth + 1) : [];
    // `const routes = require('./routes')` with `routes.users`, or a module that exports one thing under its name.
    return first === 'default' && rest.length > 0 ? this.exported(file, rest, depth + 1) : [];
  }

  private fileOf(module: string, from: ProjectFile): ProjectFile | undefined {
    const found = this.resolver.module(module, from);
    return found.is === 'file' ? this.project.files.get(found.path) : undefined;
  }
}

const NONE: RoutingFacts = { routers: {}, routes: {}, mounts: [], constants: {} };

function routingOf({ facts }: ProjectFile): RoutingFacts {
  return facts.routing ?? NONE;
}

function keyOf({ file, name }: Router): string {
  return `${file.facts.path}\n${name}`;
}

/** Whether a qualifier means the package, module or type that a file is. */
function isIn({ path, namespace = '' }: ProjectFile['facts'], qualifier: string): boolean {
  const parts = path.replace(/\.\w+$/, '').split('/');
  return parts.slice(-2).includes(qualifier) || namespace.split(/[./]/).at(-1) === qualifier;
}

function sameFolder(a: ProjectFile, b: ProjectFile): boolean {
  const folder = ({ facts: { path } }: ProjectFile): string => path.slice(0, path.lastIndexOf('/') + 1);
  return folder(a) === folder(b);
}

function withoutStart(path: string): string {
  return path.replace(/^\/?\$\{\w*\}\/?/, '').replace(/^\//, '');
}

/** A path as routes have it, with the mark of an unknown prefix. */
function normal(path: string): string | null {
  const isOpen = path.startsWith(UNKNOWN_PREFIX);
  const known = httpPath(isOpen ? path.slice(UNKNOWN_PREFIX.length) || '/' : path === '' ? '/' : path, true);
  return known === null ? null : isOpen ? UNKNOWN_PREFIX + known : known;
}

function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
