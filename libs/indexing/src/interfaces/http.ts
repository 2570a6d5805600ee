import { crc32 } from 'node:zlib';
import { isTestPath, type NodeKey } from '@quarry/turn';
import { CodeSpans } from './code-spans';
import type { Found } from './found';
import { anonymousPath, httpPath } from './http-path';
import { joined, Prefixes } from './http-prefixes';
import { HTTP_RULES, type HttpRule } from './http-rules';

/** A match of a rule, and where. */
interface Match {
  readonly rule: HttpRule;
  readonly offset: number;
  readonly end: number;
  readonly groups: Readonly<Partial<Record<'path' | 'method' | 'rest' | 'on', string>>>;
}

/** The text of one file with its comments, its routers and the routes found so far. */
interface Reading {
  readonly found: Found;
  readonly spans: CodeSpans;
  readonly prefixes: Prefixes;
  /** How often the file serves each route. */
  readonly seen: Map<string, number>;
}

/** Longest call that registers a route, in characters. */
const MAX_CALL = 20_000;

/** Adds the routes that a file serves, and the requests that it makes. */
export function httpFacts(found: Found): void {
  const { language, path } = found.facts;
  const rules = HTTP_RULES.filter(
    ({ languages, files }) => languages.includes(language) && (files?.test(path) ?? true),
  );
  const all = rules.flatMap((rule) =>
    [...found.text.matchAll(rule.pattern)].map((match) => ({ rule, match })),
  );
  if (all.length === 0) return;
  const spans = new CodeSpans(found.text, language);
  const prefixes = new Prefixes(found.text, language, spans);
  const reading = { found, spans, prefixes, seen: new Map<string, number>() };
  const matches = all
    .filter(({ match }) => spans.isCode(match.index))
    .map(({ rule, match }): Match => ({
      rule,
      offset: match.index,
      end: match.index + match[0].length - (match.groups?.rest?.length ?? 0),
      groups: match.groups ?? {},
    }))
    .filter((match) => isServer(reading, match))
    .flatMap((match) => [match, ...chained(reading, match)]);
  // An interface of Feign describes the routes of another service.
  const isClient = /@FeignClient\b/.test(found.text);
  let prefix = '';
  for (const match of matches.toSorted((a, b) => a.offset - b.offset)) {
    const { rule, groups, offset } = match;
    if (rule.role === 'prefix') {
      if (rule.ofClass && !isBeforeClass(found.text, match.end)) continue;
      prefix = written(found, groups.path ?? '', match.end);
      continue;
    }
    const above = rule.role === 'request' ? '' : joined(prefix, prefixes.of(groups.on, offset));
    const stated = pathOf(found, match, above);
    if (stated === null) continue;
    const isTest = rule.role === 'route' && language === 'ruby' && isTestPath(path);
    const isRequest = rule.role === 'request' || isClient || isTest;
    for (const method of methodsOf(match)) {
      if (isRequest) addRequest(found, match, method, stated);
      else addRoute(reading, match, method, stated);
    }
  }
}

/** Names of what routes are registered on. */
const SERVER = /^(?:app|router|server|fastify|routes?|instance|\w{1,40}(?:Router|App|Server|Routes))$/;
/** Behind the path of a route: a function that takes a request. */
const HANDLER =
  /^[^;{}]{0,300}?(?:\bfunction\b[^()]{0,60}\(\s*(?:_?req\w{0,4}|ctx|context|c)\b|\(?\s*\b(?:_?req\w{0,4}|ctx|context|c)\b[^()=;]{0,120}\)?[^()=;]{0,80}=>)/;

/** Whether JavaScript registers a route there: `map.get('/x', 1)` does not. */
function isServer({ found, prefixes }: Reading, { rule, groups: { on }, end }: Match): boolean {
  if (on === undefined || rule.role !== 'route' || !rule.languages.includes('javascript')) return true;
  if (SERVER.test(on) || prefixes.isRouter(on)) return true;
  return HANDLER.test(found.text.slice(end, end + 600));
}

/** A further route on what a call gave: `.post('/b', save)` behind `router.get('/a', find)`. */
const FURTHER =
  /^\s*\.(?<method>get|post|put|patch|delete|head|options|all|del)\(\s*(?:["'`](?<path>\/[^"'`\n]{0,300})["'`]\s*,)?/;
/** Routes of one chain of calls, at most. */
const MAX_CHAIN = 200;

/** The routes that a chain of calls in JavaScript registers behind the first one. */
function chained(reading: Reading, first: Match): readonly Match[] {
  const { rule, groups } = first;
  const isWhole = rule.pattern.source.includes('.route\\(');
  if (!rule.isCall || !rule.languages.includes('javascript')) return [];
  const matches: Match[] = [];
  for (let last = first; matches.length < MAX_CHAIN;) {
    const close = closeOf(reading, last);
    const next = close === undefined ? null : FURTHER.exec(reading.found.text.slice(close + 1, close + 600));
    const path = isWhole ? groups.path : next?.groups?.path;
    if (close === undefined || !next || path === undefined) return matches;
    const end = close + 1 + next[0].length;
    const offset = close + 1 + next[0].indexOf('.');
    last = { rule, offset, end, groups: { ...groups, path, method: next.groups?.method } };
    matches.push(last);
  }
  return matches;
}

function addRoute(reading: Reading, match: Match, method: string, path: string): void {
  const { found, seen } = reading;
  const { offset, end, rule } = match;
  const line = found.lineAt(offset);
  const name = `${method} ${anonymousPath(path)}`;
  const nth = (seen.get(name) ?? 0) + 1;
  seen.set(name, nth);
  // Other files, and other routers of the file, may serve a route of the same name.
  const mark = crc32(`${found.facts.path} ${nth}`) % 1_000_000_000;
  const key = `route:${name}~${mark}|ROUTE`;
  const closing = rule.isCall ? closeOf(reading, match) : undefined;
  found.node(key, 'ROUTE', `${method} ${path}`, line, closing === undefined ? line : found.lineAt(closing));
  found.edge(found.file, key, 'DEFINES', line);
  if (closing !== undefined) registered(found, key, line, found.lineAt(closing));
  const handler = handlerOf(found, line, end);
  if (handler !== undefined) found.edge(key, handler, 'CALLS', line);
}

/** The code of a call runs for its route; a function that makes the call uses the route. */
function registered(found: Found, route: NodeKey, startLine: number, endLine: number): void {
  // Tests serve routes in the middle of what they test.
  if (isTestPath(found.facts.path)) return;
  const around = found.innermost(startLine);
  const isFunction = around?.kind === 'FUNCTION' || around?.kind === 'METHOD';
  if (isFunction) found.edge(around.key, route, 'USES', startLine);
  found.handlers.push({ route, within: isFunction ? around.key : found.file, startLine, endLine });
}

/** Offset of the end of the call that registers a route; undefined if it is too long. */
function closeOf({ found, spans }: Reading, { offset, end }: Match): number | undefined {
  const open: number[] = [];
  for (let at = offset; at < end; at++) {
    const character = found.text[at];
    if (!spans.isCode(at) || /["'`]/.test(character ?? '')) continue;
    if (character === '(') open.push(at);
    if (character === ')') open.pop();
  }
  return open[0] === undefined ? undefined : spans.closeOf(open[0], MAX_CALL);
}

function addRequest(found: Found, { offset }: Match, method: string, path: string): void {
  const line = found.lineAt(offset);
  const key = `request:${method} ${anonymousPath(path)}|REQUEST`;
  found.node(key, 'REQUEST', `${method} ${path}`, line);
  found.edge(found.statedBy(line), key, 'CALLS', line);
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
  const whole = prefix === '' || isWhole ? text : `${prefix}/${text.replace(/^\//, '')}`;
  if (rule.role === 'request' && whole === '') return null;
  return httpPath(whole, rule.isLoose);
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
