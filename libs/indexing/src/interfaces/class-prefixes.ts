import type { GraphNode } from '@quarry/graph-store';
import type { MountFact, RoutePlaceFact } from '../facts';
import type { Found } from './found';

/** A class whose methods serve routes. */
interface RoutingClass {
  readonly name: string;
  readonly prefix: string;
  readonly isAbstract: boolean;
}

/** The prefixes that classes give the routes of their methods: `@RequestMapping`, `[Route]`, `@Controller`. */
export class ClassPrefixes {
  private readonly types: readonly GraphNode[];
  private readonly stated = new Map<string, RoutingClass>();
  private readonly derived = new Map<string, string>();

  constructor(private readonly found: Found) {
    this.types = found.facts.nodes.filter(({ kind }) => kind === 'TYPE');
  }

  /** Adds the prefix that stands before a class. */
  add(prefix: string, end: number): void {
    const head = this.found.text.slice(end, end + 2_000);
    const [, modifiers = '', name] =
      /((?:\b(?:public|internal|abstract|export|default|sealed)\s+)*)class\s+(\w{1,100})/.exec(head) ?? [];
    if (name !== undefined)
      this.stated.set(name, { name, prefix, isAbstract: /\babstract\b/.test(modifiers) });
  }

  /** Where a route is that a method of a class serves. @param path of the route, as written */
  of(offset: number, path: string, end: number): Omit<RoutePlaceFact, 'path'> {
    const { language } = this.found.facts;
    if (language === 'csharp' && /^~?\//.test(path)) return { router: '', prefix: '' };
    const line = this.found.lineAt(offset);
    const around = this.types
      .filter(({ startLine = Infinity, endLine = 0 }) => startLine <= line && line <= endLine)
      .toSorted((a, b) => (b.startLine ?? 0) - (a.startLine ?? 0));
    const [type] = around;
    if (!type) return { router: '', prefix: '' };
    const stated = this.stated.get(type.name);
    if (stated) return { router: '', prefix: withController(stated.prefix, this.found.text, end, type.name) };
    const base = baseOf(type);
    // Without a template, the routes of the application decide.
    if (base === undefined) return { router: '', prefix: language === 'csharp' && path === '' ? '${}' : '' };
    this.derived.set(type.name, base);
    return { router: type.name, prefix: '' };
  }

  /** Classes of this file that others derive from, and that derive from others, as routers and mounts. */
  mounts(): readonly MountFact[] {
    return [
      ...[...this.stated.values()]
        .filter(({ isAbstract }) => isAbstract)
        .map(({ name, prefix }): MountFact => ({ on: '', path: prefix, router: name })),
      ...[...this.derived].map(([name, base]): MountFact => ({ on: base, path: '', router: name })),
    ];
  }
}

/** The first base of a class, which an interface of C# is not. */
function baseOf({ signature = '', language }: GraphNode): string | undefined {
  const head = signature.replace(/<[^<>]*>/g, '').replace(/\([^()]*\)/g, '');
  const [, base] =
    (language === 'csharp' ? /\bclass\s+\w+\s*:\s*(?:\w+\.)*(\w+)/ : /\bextends\s+(?:\w+\.)*(\w+)/).exec(
      head,
    ) ?? [];
  return base === undefined || (language === 'csharp' && /^(?:I[A-Z]|Controller(?:Base)?$)/.test(base))
    ? undefined
    : base;
}

/** ASP.NET's `[controller]`: the name of the class, of the next one, or of the one around. */
export function withController(path: string, text: string, end: number, around?: string): string {
  if (!path.includes('[controller]')) return path;
  const name = around ?? /\bclass\s+(\w{1,100})/.exec(text.slice(end, end + 2_000))?.[1] ?? '';
  return path.replaceAll('[controller]', controllerName(name));
}

/** What `[controller]` stands for in a class. */
export function controllerName(className: string): string {
  return className.replace(/Controller$/, '').toLowerCase();
}
