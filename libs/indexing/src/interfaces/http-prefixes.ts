import { trimEndOf } from '@quarry/turn';
import type { CodeSpans } from './code-spans';

/** Routers within routers that are followed. */
const MAX_DEPTH = 8;
/** Characters of a call that are read for its prefix. */
const MAX_CALL = 20_000;

/** Where a router gets a prefix: it is made with one, or another router mounts it below one. */
interface Given {
  readonly offset: number;
  readonly path: string;
  /** The router that it belongs to. */
  readonly parent?: string | undefined;
}

/** Code within a call whose routes are below a prefix. */
interface Range extends Given {
  readonly end: number;
}

const PATH = `["'\`](?<path>[^"'\`\\n]{0,200})["'\`]`;
const JS = ['typescript', 'javascript', 'tsx'];
/** What makes a router or an application, which is one. */
const MAKES =
  '(?:new\\s+)?(?:express\\.Router|express|(?:\\w{1,20})?Router|[Ff]astify|\\w{0,20}Hono|Koa|restify\\.createServer)';

interface Rule {
  readonly languages: readonly string[];
  /** Groups: `path`; `name` of the router that gets it; `on`, the router that mounts it. */
  readonly pattern: RegExp;
  /** The router is made here, so that the code below means this one. */
  readonly makes?: true;
  /** The router is a function, or code, within the brackets of the call. */
  readonly within?: true;
}

const RULES: readonly Rule[] = [
  {
    languages: JS,
    pattern: new RegExp(
      `\\b(?<name>\\w{1,60})\\s*(?::[^=\\n]{1,80})?=\\s*(?:await\\s+)?${MAKES}(?:<[^()\\n]{0,200}>)?\\s*\\((?:\\s*\\{[^{}]{0,200}?\\bprefix:\\s*${PATH})?`,
      'g',
    ),
    makes: true,
  },
  {
    languages: JS,
    pattern: new RegExp(
      `\\b(?<name>\\w{1,60})\\s*=\\s*(?:(?<on>\\w{1,60})|${MAKES}(?:<[^()\\n]{0,200}>)?\\s*\\([^()\\n]{0,80}\\))\\s*\\.basePath\\(\\s*${PATH}`,
      'g',
    ),
    makes: true,
  },
  { languages: JS, pattern: new RegExp(`\\b(?<name>\\w{1,60})\\.prefix\\(\\s*${PATH}\\s*\\)`, 'g') },
  {
    languages: JS,
    pattern: new RegExp(
      `\\b(?<on>\\w{1,60})\\s*\\.(?:use|route)\\(\\s*${PATH}\\s*,(?:[^();]{0,200},)?\\s*(?<name>\\w{1,60})\\s*(?:\\.routes\\(\\)\\s*)?,?\\s*\\)`,
      'g',
    ),
  },
  {
    languages: JS,
    pattern: new RegExp(`\\b(?<on>\\w{1,60})\\s*\\.register\\(\\s*(?:async\\s*)?(?:function\\b|\\()`, 'g'),
    within: true,
  },
  {
    languages: ['go'],
    pattern: new RegExp(
      `\\b(?<name>\\w{1,60})\\s*:?=\\s*(?:\\w{1,40}\\.){0,3}?(?<on>\\w{1,60})\\.(?:Group|PathPrefix)\\(\\s*${PATH}`,
      'g',
    ),
    makes: true,
  },
  {
    languages: ['go'],
    pattern: new RegExp(`\\b(?<on>\\w{1,60})\\.(?:Route|Group)\\(\\s*${PATH}\\s*,\\s*func\\b`, 'g'),
    within: true,
  },
  {
    languages: ['go'],
    pattern: new RegExp(`\\b(?<on>\\w{1,60})\\.Mount\\(\\s*${PATH}\\s*,\\s*(?<name>\\w{1,60})\\s*\\)`, 'g'),
  },
  {
    languages: ['python'],
    pattern: new RegExp(
      `\\b(?<name>\\w{1,60})\\s*(?::\\s*\\w{1,60}\\s*)?=\\s*(?:\\w{1,40}\\.)?(?:Blueprint|APIRouter)\\([^()]{0,300}?\\b(?:url_)?prefix\\s*=\\s*${PATH}`,
      'g',
    ),
    makes: true,
  },
  {
    languages: ['python'],
    pattern: new RegExp(
      `\\b(?<on>\\w{1,60})\\.(?:include_router|register_blueprint)\\(\\s*(?<name>\\w{1,60})\\s*,[^()]{0,200}?\\b(?:url_)?prefix\\s*=\\s*${PATH}`,
      'g',
    ),
  },
];

/** The routers of one file by their names, and the prefixes that the file gives them. */
export class Prefixes {
  private readonly made = new Map<string, Given[]>();
  private readonly mounted = new Map<string, Given>();
  private readonly ranges: Range[] = [];

  constructor(
    private readonly text: string,
    language: string,
    private readonly spans: CodeSpans,
  ) {
    for (const rule of RULES)
      if (rule.languages.includes(language))
        for (const match of text.matchAll(rule.pattern)) if (spans.isCode(match.index)) this.add(rule, match);
  }

  /** Whether the file makes a router of this name. */
  isRouter(name: string): boolean {
    return this.made.has(name);
  }

  /** The prefix of a route that is registered at an offset on the router of a name, without a slash at its end. */
  of(name: string | undefined, offset: number, depth = 0): string {
    if (depth > MAX_DEPTH) return '';
    const around = this.ranges.filter(({ offset: start, end }) => start < offset && offset < end);
    const outer = around.toSorted((a, b) => b.offset - a.offset)[0];
    // A function that is given a router calls it by any name.
    if (outer) {
      const own = name === undefined ? undefined : this.madeBefore(name, offset);
      const isInner = own !== undefined && own.offset > outer.offset;
      if (!isInner) return joined(this.of(outer.parent, outer.offset, depth + 1), outer.path);
    }
    if (name === undefined) return '';
    const made = this.madeBefore(name, offset);
    const own = made ? joined(this.of(made.parent, made.offset, depth + 1), made.path) : '';
    const mount = this.mounted.get(name);
    return mount ? joined(joined(this.of(mount.parent, mount.offset, depth + 1), mount.path), own) : own;
  }

  private madeBefore(name: string, offset: number): Given | undefined {
    const all = this.made.get(name) ?? [];
    return all.findLast((one) => one.offset < offset) ?? all[0];
  }

  private add({ makes, within }: Rule, match: RegExpExecArray): void {
    const { name, on, path = '' } = match.groups ?? {};
    const given = { offset: match.index, path, parent: on === name ? undefined : on };
    if (within) {
      const open = this.text.indexOf('(', match.index);
      const end = this.spans.closeOf(open, MAX_CALL);
      if (end === undefined) return;
      const option = /,\s*\{[^{}]{0,200}?\bprefix:\s*["'`]([^"'`\n]{0,200})["'`][^{}]{0,200}\}\s*$/;
      const stated = path === '' ? option.exec(this.text.slice(open, end))?.[1] : path;
      if (stated !== undefined) this.ranges.push({ ...given, path: stated, end });
      return;
    }
    if (name === undefined) return;
    if (!makes) {
      if (!this.mounted.has(name)) this.mounted.set(name, given);
      return;
    }
    const all = this.made.get(name);
    if (all) all.push(given);
    else this.made.set(name, [given]);
    all?.sort((a, b) => a.offset - b.offset);
  }
}

/** Two parts of a path, with one slash between them and none at the end. */
export function joined(prefix: string, path: string): string {
  const [before, after] = [trimEndOf(prefix, '/'), trimEndOf(path.replace(/^\/+/, ''), '/')];
  return after === '' ? before : `${before}/${after}`;
}
