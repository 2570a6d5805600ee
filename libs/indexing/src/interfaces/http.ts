import { isTestPath } from '@quarry/turn';
import { anonymousPath, httpPath } from './http-path';
import { HTTP_RULES, type HttpRule } from './http-rules';
import type { Found } from './found';

/** A match of a rule, and where. */
interface Match {
  readonly rule: HttpRule;
  readonly offset: number;
  readonly end: number;
  readonly groups: Readonly<Partial<Record<'path' | 'method' | 'rest', string>>>;
}

/** Adds the routes that a file serves, and the requests that it makes. */
export function httpFacts(found: Found): void {
  const { language, path } = found.facts;
  const rules = HTTP_RULES.filter(
    ({ languages, files }) => languages.includes(language) && (files?.test(path) ?? true),
  );
  const matches = rules.flatMap((rule) =>
    [...found.text.matchAll(rule.pattern)].flatMap((match): readonly Match[] =>
      found.isComment(match.index)
        ? []
        : [
            {
              rule,
              offset: match.index,
              end: match.index + match[0].length - (match.groups?.rest?.length ?? 0),
              groups: match.groups ?? {},
            },
          ],
    ),
  );
  // An interface of Feign describes the routes of another service.
  const isClient = /@FeignClient\b/.test(found.text);
  let prefix = '';
  for (const match of matches.toSorted((a, b) => a.offset - b.offset)) {
    const { rule } = match;
    if (rule.role === 'prefix') {
      if (rule.ofClass && !isBeforeClass(found.text, match.end)) continue;
      prefix = written(found, match.groups.path ?? '', match.end);
      continue;
    }
    const path = pathOf(found, match, rule.role === 'route' ? prefix : '');
    if (path === null) continue;
    const isTest = rule.role === 'route' && language === 'ruby' && isTestPath(found.facts.path);
    const isRequest = rule.role === 'request' || isClient || isTest;
    for (const method of methodsOf(match)) {
      if (isRequest) addRequest(found, match, method, path);
      else addRoute(found, match, method, path);
    }
  }
}

function addRoute(found: Found, { offset, end }: Match, method: string, path: string): void {
  const line = found.lineAt(offset);
  const key = `route:${method} ${anonymousPath(path)}|ROUTE`;
  found.node(key, 'ROUTE', `${method} ${path}`, line);
  found.edge(found.file, key, 'DEFINES', line);
  const handler = handlerOf(found, line, end);
  if (handler !== undefined) found.edge(key, handler, 'CALLS', line);
}

function addRequest(found: Found, { offset }: Match, method: string, path: string): void {
  const line = found.lineAt(offset);
  const key = `request:${method} ${anonymousPath(path)}|REQUEST`;
  found.node(key, 'REQUEST', `${method} ${path}`, line);
  found.edge(found.innermost(line)?.key ?? found.file, key, 'CALLS', line);
}

/** The function that a route calls: the one that its decorator belongs to, or that is named as the last argument. */
function handlerOf(found: Found, line: number, end: number): string | undefined {
  const around = found.innermost(line);
  if (around && around.kind !== 'TYPE' && line < lineOfSignature(around)) return around.key;
  const named = /^(?:[^()\n]{0,200}[,.\s])?(\w+)\s*\)/.exec(found.text.slice(end, end + 300))?.[1];
  if (named === undefined) return undefined;
  const own = found.facts.nodes.filter(({ name, kind }) => name === named && HANDLERS.has(kind));
  return own.length === 1 ? own[0]?.key : undefined;
}

const HANDLERS: ReadonlySet<string> = new Set(['FUNCTION', 'METHOD', 'TYPE']);

/** The line of a definition after its comments and decorators. */
function lineOfSignature({
  text = '',
  signature = '',
  startLine = 1,
}: {
  text?: string;
  signature?: string;
  startLine?: number;
}): number {
  const at = text.split('\n').findIndex((content) => content.trim().startsWith(signature.trim()));
  return startLine + Math.max(0, at);
}

function methodsOf({ rule, groups }: Match): readonly string[] {
  const stated = groups.method?.toUpperCase();
  const [first] = groups.path?.split(' ') ?? [];
  if (rule.method === 'ANY') {
    // Go 1.22 states the method in the pattern, gorilla/mux behind it.
    if (first !== undefined && /^[A-Z]{3,7}$/.test(first)) return [first];
    const listed = /\.Methods\(([^()]{0,200})\)/
      .exec(groups.rest ?? '')?.[1]
      ?.match(/[A-Z][A-Za-z]{2,20}(?=")|(?<=Method)\w{1,20}/g);
    return listed?.map((method) => method.toUpperCase()) ?? ['ANY'];
  }
  if (rule.method === 'GET')
    return [/\bmethod:\s*['"`](\w{3,7})['"`]/.exec(groups.rest ?? '')?.[1]?.toUpperCase() ?? 'GET'];
  if (stated === 'ROUTE') {
    const listed = /methods\s*=\s*[[({]([^\])}]{0,200})/
      .exec(groups.rest ?? '')?.[1]
      ?.match(/[A-Za-z]{3,7}/g);
    return listed?.map((method) => method.toUpperCase()) ?? ['GET'];
  }
  if (stated === 'ALL') return ['ANY'];
  return [stated === 'DEL' ? 'DELETE' : (stated ?? 'ANY')];
}

function pathOf(found: Found, { rule, groups, end }: Match, prefix: string): string | null {
  const own = (groups.path ?? '').replace(/^[A-Z]{3,7} (?=\/)/, '');
  // ASP.NET: a template that begins with `/` or `~/` ignores the prefix of its class.
  const isWhole = rule.languages.includes('csharp') && /^~?\//.test(own);
  const text = written(found, own.replace(/^~\//, '/'), end);
  const joined = prefix === '' || isWhole ? text : `${prefix.replace(/\/$/, '')}/${text.replace(/^\//, '')}`;
  if (rule.role === 'request' && joined === '') return null;
  return httpPath(joined, rule.isLoose);
}

/** ASP.NET's `[controller]`: the name of the next class, or of the one around. */
function written(found: Found, path: string, end: number): string {
  if (!path.includes('[controller]')) return path;
  const name = /\bclass\s+(\w{1,100})/.exec(found.text.slice(end, end + 2_000))?.[1] ?? '';
  return path.replaceAll('[controller]', name.replace(/Controller$/, '').toLowerCase());
}

function isBeforeClass(text: string, end: number): boolean {
  return /\bclass\b/.test(text.slice(end, end + 600).split('{')[0] ?? '');
}
