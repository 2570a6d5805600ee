import { crc32 } from 'node:zlib';
import { isTestPath, type NodeKey } from '@quarry/turn';
import { CodeSpans } from './code-spans';
import type { RoutePlaceFact } from '../facts';
import type { Found } from './found';
import { anonymousPath, httpPath } from './http-path';
import { ClassPrefixes, withController } from './class-prefixes';
import { HTTP_RULES, type HttpRule } from './http-rules';
import { Routers } from './routers';

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
  readonly routers: Routers;
  /** Where routes are that other files may put below a prefix. */
  readonly places: Record<NodeKey, RoutePlaceFact>;
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
  if (all.length === 0 && !MAY_ROUTE.test(found.text)) return;
  const spans = new CodeSpans(found.text, language);
  const routers = new Routers(found, spans);
  const reading = { found, spans, routers, seen: new Map<string, number>(), places: {} };
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
  const classes = new ClassPrefixes(found);
  for (const match of matches.toSorted((a, b) => a.offset - b.offset)) {
    const { rule, groups } = match;
    if (rule.role === 'prefix') {
      if (rule.ofClass && !isBeforeClass(found.text, match.end)) continue;
      classes.add(groups.path ?? '', match.end);
      continue;
    }
    const place = rule.role === 'request' ? null : placeOf(reading, match, classes);
    const stated = pathOf(found, match, place?.prefix ?? '');
    if (stated === null) continue;
    const isTest = rule.role === 'route' && language === 'ruby' && isTestPath(path);
    const isRequest = rule.role === 'request' || isClient || isTest;
    for (const method of methodsOf(match)) {
      if (isRequest) addRequest(found, match, method, stated);
      else addRoute(reading, match, method, stated, place);
    }
  }
  found.routing = routers.facts(reading.places, classes);
}

/** Files that may say where a router is, without a route or a request. */
const MAY_ROUTE =
  /\.(?:use|register|include_router|register_blueprint|blueprint|Group|Mount|MapGroup)\(|(?:Router|Blueprint)\(|\[Route\(|@RequestMapping|(?:API|PREFIX|BASE|prefix)\w*[ \t]*(?::[^=\n]{1,40})?[:=][ \t]*["'`]\//;

/** Where a route is registered: on a router, or in a class. */
function placeOf(
  { routers }: Reading,
  { rule, groups, offset, end }: Match,
  classes: ClassPrefixes,
): RoutePlaceFact {
  const path = groups.path ?? '';
  if (rule.isLoose && !rule.isCall) return { ...classes.of(offset, path, end), path };
  const isUnclear = rule.isCall && rule.languages.includes('csharp') && groups.on === undefined;
  const place = isUnclear ? { path: '${}', router: '' } : routers.of(groups.on, offset);
  return { router: place.router, prefix: place.path, path };
}

/** Names of what routes are registered on. */
const SERVER = /^(?:app|router|server|fastify|routes?|instance|\w{1,40}(?:Router|App|Server|Routes))$/;
/** Behind the path of a route: a function that takes a request. */
const HANDLER =
  /^[^;{}]{0,300}?(?:\bfunction\b[^()]{0,60}\(\s*(?:_?req\w{0,4}|ctx|context|c)\b|\(?\s*\b(?:_?req\w{0,4}|ctx|context|c)\b[^()=;]{0,120}\)?[^()=;]{0,80}=>)/;

/** Whether JavaScript registers a route there: `map.get('/x', 1)` does not. */
function isServer({ found, routers }: Reading, { rule, groups: { on }, end }: Match): boolean {
  if (on === undefined || rule.role !== 'route' || !rule.languages.includes('javascript')) return true;
  if (SERVER.test(on) || routers.isRouter(on)) return true;
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

function addRoute(
  reading: Reading,
  match: Match,
  method: string,
  path: string,
  place: RoutePlaceFact | null,
): void {
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
  if (place && (place.router !== '' || place.prefix.includes('${') || place.path.startsWith('${')))
    reading.places[key] = place;
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

function pathOf({ text }: Found, { rule, groups, end }: Match, prefix: string): string | null {
  const own = (groups.path ?? '').replace(/^[A-Z]{3,7} (?=\/)/, '');
  const isRoute = rule.role === 'route' && groups.on !== undefined;
  // ASP.NET: a template that begins with `/` or `~/` ignores the prefix of its class.
  const path = rule.languages.includes('csharp') ? withController(own.replace(/^~\//, '/'), text, end) : own;
  // A template of a method alone, `{id}`, is a value below nothing, and no base address.
  const whole =
    prefix === '' && !(rule.isLoose && path.startsWith('{')) ? path : `${prefix}/${path.replace(/^\//, '')}`;
  if (rule.role === 'request' && whole === '') return null;
  return httpPath(whole === '' && isRoute ? '/' : whole, rule.isLoose);
}

function isBeforeClass(text: string, end: number): boolean {
  return /\bclass\b/.test(text.slice(end, end + 600).split('{')[0] ?? '');
}
