import type { GraphNode } from '@quarry/graph-store';
import { isTestPath } from '@quarry/turn';
import type { RouterFact } from '../facts';
import { pathText } from './call-arguments';
import type { CodeSpans } from './code-spans';
import type { Found } from './found';
import { targetOf, type MountRead } from './mounts';
import { CHAIN, IS_APPLICATION, NAMES_APPLICATION, NAMES_PREFIX } from './router-rules';

/** A router that a file makes. */
export interface MadeRouter {
  readonly offset: number;
  /** The prefix that it is made with. */
  readonly path: string;
  readonly parent?: string | undefined;
  /** It serves nothing unless other code mounts it. */
  readonly isPart?: true;
}

/** Calls with a router as an argument that are read in one file, at most. */
const MAX_CALLS = 300;
/** Constants of one file that are kept, at most. */
const MAX_CONSTANTS = 100;
const CONSTANT =
  /(?<![\w.$])(\w{2,60})\s*(?::\s*[\w.[\]]{1,60}\s*)?[:=]\s*(?:[\w.]{1,40}\(\s*)?["'`](\/?[\w./{}-]{0,100})["'`]/g;

/** Which functions of a file see which routers, and the names by which other files know them. */
export class RouterScopes {
  private readonly functions: readonly GraphNode[];
  private readonly imported: ReadonlySet<string>;
  /** The routers that were asked for, by name. */
  readonly known = new Map<string, RouterFact>();

  constructor(private readonly found: Found) {
    this.functions = found.facts.nodes.filter(({ kind }) => kind === 'FUNCTION' || kind === 'METHOD');
    this.imported = new Set(
      found.facts.imports.flatMap(({ names, alias, reexport }) =>
        reexport ? [] : [...names.map(({ local }) => local), ...(alias === undefined ? [] : [alias])],
      ),
    );
  }

  /** Whether code at an offset means this router by the name: it is made around there, and no parameter hides it. */
  sees(offset: number, { offset: at }: MadeRouter, name: string): boolean {
    const around = this.around(offset);
    const [scope] = this.around(at);
    if (scope !== undefined && !around.includes(scope)) return false;
    const hiding = around.find((one) => hasParameter(one, name));
    return hiding === undefined || (scope !== undefined && around.indexOf(scope) <= around.indexOf(hiding));
  }

  /**
   * The name by which other files know the router that code at an offset calls `name`: that of a variable of the file,
   * or of the function that is given the router, or returns it. `''` if they do not know it.
   */
  outsideName(name: string, offset: number, made?: MadeRouter, keep = true): string {
    for (const one of this.around(offset)) {
      if (made && this.around(made.offset).includes(one)) {
        const isReturned = new RegExp(`\\b(?:return|yield)\\s+${name}\\b`).test(one.text ?? '');
        return isReturned ? this.remember(outsideNameOf(one), factOf(made), keep) : '';
      }
      if (hasParameter(one, name))
        return this.remember(outsideNameOf(one), isApplication(one, name) ? {} : { isPart: true }, keep);
    }
    if (made) return this.remember(name, factOf(made), keep);
    return this.imported.has(name) ? this.remember(name, { isImported: true }, keep) : '';
  }

  /** Calls of functions that are given a router, or that are called on one: `users.Register(v1.Group("/users"))`. */
  calls(spans: CodeSpans, isRouter: (name: string, offset: number) => boolean): readonly MountRead[] {
    const { text, facts } = this.found;
    if (isTestPath(facts.path)) return [];
    const calls: MountRead[] = [];
    const given =
      /(?<![\w.])(?<callee>(?:require\(\s*["'][^"'\n]{1,200}["']\s*\)(?:\.\w{1,60})?|[A-Za-z_][\w.]{1,100}))\s*\(\s*(?:[\w.]{1,60},\s*){0,3}?(?<on>\w{1,60})(?:\.(?:Group|MapGroup)\((?<group>[^()\n]{0,100})\))?\s*[,)]/g;
    const on = new RegExp(
      `(?<![\\w.])(?<on>\\w{1,60})(?<chain>${CHAIN})\\s*\\.(?<callee>\\w{1,60})\\(\\s*\\)`,
      'g',
    );
    const patterns = facts.language === 'csharp' ? [given, on] : [given];
    for (const pattern of patterns)
      for (const match of text.matchAll(pattern)) {
        const { callee = '', on: router = '', group, chain = '' } = match.groups ?? {};
        const target = targetOf(callee);
        const offset = match.index;
        if (calls.length >= MAX_CALLS || !target || !spans.isCode(offset)) continue;
        if (
          /^(?:if|for|while|switch|return|catch)$|\.(?:use|route|register|include_router|listen)$/.test(
            callee,
          )
        )
          continue;
        if (!isRouter(router, offset)) continue;
        const groups = [...(group === undefined ? [] : [group]), ...groupsIn(chain)];
        const path = groups.map((one) => pathText(one.split(',')[0] ?? '') ?? '${}').join('/');
        calls.push({ on: router, offset, path, ...target });
      }
    return calls;
  }

  /** Texts that are the beginning of a path and have a name. */
  constants(): Readonly<Record<string, string>> {
    const { text, facts } = this.found;
    if (isTestPath(facts.path)) return {};
    const found: Record<string, string> = {};
    for (const [, name = '', value = ''] of text.matchAll(CONSTANT))
      if (NAMES_PREFIX.test(name) && Object.keys(found).length < MAX_CONSTANTS) found[name] ??= value;
    return found;
  }

  private remember(name: string, fact: RouterFact, keep: boolean): string {
    if (keep && !this.known.has(name)) this.known.set(name, fact);
    return name;
  }

  /** Functions around an offset, the innermost first. */
  private around(offset: number): readonly GraphNode[] {
    const line = this.found.lineAt(offset);
    return this.functions
      .filter(({ startLine = Infinity, endLine = 0 }) => startLine <= line && line <= endLine)
      .toSorted((a, b) => (b.startLine ?? 0) - (a.startLine ?? 0));
  }
}

function factOf({ isPart, path }: MadeRouter): RouterFact {
  return { ...(isPart && { isPart }), ...(path !== '' && { own: path }) };
}

/** The name of a function; of a method, behind that of its type. */
function outsideNameOf({ kind, name, qualifiedName }: GraphNode): string {
  return kind === 'METHOD' ? qualifiedName.split(/[./]/).slice(-2).join('.') : name;
}

function groupsIn(chain: string): readonly string[] {
  return [...chain.matchAll(/\.MapGroup\(([^()]*)\)/g)].map(([, path = '']) => path);
}

function parametersOf({ signature = '', name }: GraphNode): string {
  const at = name === 'default' ? 0 : Math.max(0, signature.indexOf(name)) + name.length;
  return signature.slice(at);
}

function hasParameter(node: GraphNode, name: string): boolean {
  return new RegExp(`[(,\\s*&]${name}\\s*(?:[,):=]|\\s[\\w*.]|$)`).test(parametersOf(node));
}

function isApplication(node: GraphNode, name: string): boolean {
  return NAMES_APPLICATION.test(name) || IS_APPLICATION.test(parametersOf(node));
}
