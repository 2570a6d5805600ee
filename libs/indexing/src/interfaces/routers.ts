import { trimEndOf } from '@quarry/turn';
import type { RouterFact, RoutingFacts } from '../facts';
import { argumentsAt, chainStart, namedArgument, pathText, type CallArguments } from './call-arguments';
import type { ClassPrefixes } from './class-prefixes';
import type { CodeSpans } from './code-spans';
import type { Found } from './found';
import { mountsOf, type MountRead } from './mounts';
import { IS_GO_ROUTER, IS_PART, ROUTER_RULES, type RouterRule } from './router-rules';
import { RouterScopes, type MadeRouter } from './router-scopes';

/** What a module exports without a name. */
const DEFAULT = 'default';
/** Routers within routers that are followed. */
const MAX_DEPTH = 8;

/** Where a router gets a prefix: another router mounts it below one. */
interface Given {
  readonly offset: number;
  readonly path: string;
  /** The router that it belongs to. */
  readonly parent?: string | undefined;
  /** The prefix is instead of the one that the router was made with. */
  readonly replaces?: true;
}

/** Code within a call whose routes are below a prefix. */
interface Range extends Given {
  readonly end: number;
}

/** Where a route is registered, as far as its file says it. */
export interface RoutePlace {
  /** The prefix within the file, without a slash at its end; it may have `${name}` for the value of a name. */
  readonly path: string;
  /** The router around it that other files may know, as in {@link RoutingFacts}; `''` for none. */
  readonly router: string;
}

const NOWHERE: RoutePlace = { path: '', router: '' };

/** The routers of one file by their names, and the prefixes that the file gives them. */
export class Routers {
  private readonly made = new Map<string, MadeRouter[]>();
  private readonly mounted = new Map<string, Given>();
  private readonly ranges: Range[] = [];
  private readonly outside: MountRead[] = [];
  private readonly scopes: RouterScopes;

  constructor(
    private readonly found: Found,
    private readonly spans: CodeSpans,
  ) {
    this.scopes = new RouterScopes(found);
    const { text } = found;
    const { language } = found.facts;
    const matches = ROUTER_RULES.filter(({ languages }) => languages.includes(language)).flatMap((rule) =>
      [...text.matchAll(rule.pattern)].flatMap((match) =>
        spans.isCode(match.index) ? [{ rule, match }] : [],
      ),
    );
    for (const { rule, match } of matches) if (rule.role !== 'mount') this.make(rule, match);
    // Koa exports what serves a router, instead of the router.
    const exported =
      /\b(?:module\.exports\s*=|export\s+default)\s*(\w{1,60})\.(?:routes|middleware)\(\)/.exec(text);
    if (exported?.[1] !== undefined && this.made.has(exported[1])) {
      const { index: offset } = exported;
      this.made.set(DEFAULT, [{ offset, path: '', isPart: true }]);
      this.mounted.set(exported[1], { offset, path: '', parent: DEFAULT });
    }
    for (const { rule, match } of matches) if (rule.role === 'mount') this.mount(match);
    this.outside.push(...this.scopes.calls(this.spans, (name, at) => this.isKnown(name, at)));
  }

  /** Whether the file makes a router of this name. */
  isRouter(name: string): boolean {
    return this.made.has(name);
  }

  /** The prefix of a route that is registered at an offset on the router of a name. */
  of(name: string | undefined, offset: number, depth = 0): RoutePlace {
    if (depth > MAX_DEPTH) return NOWHERE;
    const around = this.ranges.filter(({ offset: start, end }) => start < offset && offset < end);
    const outer = around.toSorted((a, b) => b.offset - a.offset)[0];
    const made = name === undefined ? undefined : this.madeBefore(name, offset);
    // A function that is given a router calls it by any name.
    if (outer && !(made !== undefined && made.offset > outer.offset))
      return below(this.of(outer.parent, outer.offset, depth + 1), outer.path);
    if (name === undefined) return NOWHERE;
    const own = made?.path ?? '';
    const mount = this.mounted.get(name);
    if (mount)
      return below(
        this.of(mount.parent, mount.offset, depth + 1),
        mount.replaces ? mount.path : joined(mount.path, own),
      );
    if (made?.parent !== undefined) return below(this.of(made.parent, made.offset, depth + 1), own);
    return { path: own, router: this.scopes.outsideName(name, offset, made) };
  }

  /** What other files need to know, and to say, about the routers of this one. */
  facts(routes: RoutingFacts['routes'], classes: ClassPrefixes): RoutingFacts | undefined {
    for (const [name, all] of this.made)
      for (const one of all) if (one.parent === undefined) this.scopes.outsideName(name, one.offset, one);
    const read = this.outside.map(({ on, offset, path, replaces, ...target }) => {
      const place = this.of(on, offset);
      return { ...target, on: place.router, path: joined(place.path, path), ...(replaces && { replaces }) };
    });
    const mounts = [...read, ...classes.mounts()];
    const routers: Record<string, RouterFact> = Object.fromEntries([
      ...classes.mounts().map(({ router }) => [router, {}] as const),
      ...this.scopes.known,
    ]);
    const constants = this.scopes.constants();
    const isEmpty = [routers, routes, mounts, constants].every((some) => Object.keys(some).length === 0);
    return isEmpty ? undefined : { routers, routes, mounts, constants };
  }

  private isKnown(name: string, offset: number): boolean {
    return (
      this.made.has(name) ||
      this.mounted.has(name) ||
      this.scopes.outsideName(name, offset, undefined, false) !== ''
    );
  }

  private madeBefore(name: string, offset: number): MadeRouter | undefined {
    const all = (this.made.get(name) ?? []).filter((one) => this.scopes.sees(offset, one, name));
    return all.findLast((one) => one.offset < offset) ?? all[0];
  }

  private make({ role }: RouterRule, match: RegExpExecArray): void {
    const { name = DEFAULT, on, made = '' } = match.groups ?? {};
    const call = argumentsAt(this.found.text, this.spans, match.index + match[0].length - 1);
    const stated = role === 'make' ? call && namedArgument(call, '(?:url_)?prefix') : call?.texts[0];
    const isVersioned = match[0].endsWith('NewVersionedApi(');
    const path = stated === undefined || stated === null || isVersioned ? '' : (pathText(stated) ?? '${}');
    const all = this.made.get(name) ?? [];
    if (role === 'own') {
      const last = all.findLast(({ offset }) => offset < match.index);
      if (last) all[all.indexOf(last)] = { ...last, path };
      else this.mounted.set(name, { offset: match.index, path });
      return;
    }
    const isPart = IS_PART.test(made) && !IS_GO_ROUTER.test(made);
    const parent = on === name ? undefined : on;
    all.push({ offset: match.index, path, parent, ...(isPart && { isPart }) });
    this.made.set(
      name,
      all.toSorted((a, b) => a.offset - b.offset),
    );
  }

  private mount(match: RegExpExecArray): void {
    const on = match.groups?.on ?? this.headOfChain(match.index);
    const open = match.index + match[0].length - 1;
    const call = argumentsAt(this.found.text, this.spans, open);
    if (!call || on === undefined) return;
    const range = this.rangeOf(on, match.index, call);
    if (range) {
      this.ranges.push(range);
      return;
    }
    for (const mount of mountsOf(this.found, on, match.index, call)) {
      const { router, module, path, offset, replaces } = mount;
      if (router === on) continue;
      if (module === undefined && this.made.has(router)) {
        if (!this.mounted.has(router))
          this.mounted.set(router, { offset, path, parent: on, ...(replaces && { replaces }) });
      } else this.outside.push(mount);
    }
  }

  /** The router that a chain of calls begins with; `at` is the offset of a closing bracket in it. */
  private headOfChain(at: number): string | undefined {
    const { text } = this.found;
    const start = chainStart(text, this.spans, at);
    const made = [...this.made].find(([, all]) =>
      all.some(
        ({ offset }) =>
          offset < start && /^[^;{}()]*$/.test(text.slice(offset, start)) && start - offset < 200,
      ),
    );
    return made?.[0] ?? /^\w{1,60}(?=\s*\.)/.exec(text.slice(start, start + 100))?.[0];
  }

  /** A function within the brackets of a call, which registers routes below a prefix. */
  private rangeOf(on: string, offset: number, call: CallArguments): Range | undefined {
    const { texts, end } = call;
    const [first = '', second = ''] = texts;
    const isFunction = (text: string): boolean => /^(?:async\s*)?(?:function\b|func\b|\()/.test(text);
    if (isFunction(first)) {
      const prefix = namedArgument({ texts: texts.slice(1), end }, 'prefix');
      const path = prefix === undefined ? '' : (pathText(prefix) ?? '${}');
      return { offset, end, path, parent: on };
    }
    // A handler of Express is no function that is given a router.
    return /^func\b/.test(second) ? { offset, end, path: pathText(first) ?? '${}', parent: on } : undefined;
  }
}

function below(place: RoutePlace, path: string): RoutePlace {
  return { ...place, path: joined(place.path, path) };
}

/** Two parts of a path, with one slash between them and none at the end. */
export function joined(prefix: string, path: string): string {
  const [before, after] = [trimEndOf(prefix, '/'), trimEndOf(path.replace(/^\/+/, ''), '/')];
  return after === '' ? before : `${before}/${after}`;
}
