import { readFile } from 'node:fs/promises';
import ignore from 'ignore';
import { Fault } from '@quarry/turn';
import { readRules, type UrlRule } from './url-rules';

/** Default registry in the indexed root. It maps sources to URLs and is not itself indexed. */
export const URL_REGISTRY = 'quarry-urls.yaml';

/** Position of a text, to look up its URL. */
export interface UrlPlace {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** Identity of a document among many. */
  readonly document?: string;
}

/** The URL at which users can read a source; undefined if no rule applies. */
export type UrlOf = (place: UrlPlace) => string | undefined;

/** Size limit of a registry. */
const MAX_BYTES = 256_000;

/**
 * Reads a URL registry (002, `path_registry`): a list of `{path, url, strip?, index?}`.
 * @param required false: a missing file is an empty registry
 * @throws Fault `bad_request` with file, line and column of every problem, `path_not_found` if it is required and
 * missing
 */
export async function readUrlRegistry(file: string, required: boolean): Promise<UrlOf> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    if (!required && isMissing(cause)) return () => undefined;
    throw new Fault('path_not_found', `the URL registry ${file} cannot be read`, { cause });
  }
  if (text.length > MAX_BYTES)
    throw new Fault('bad_request', `${file} is larger than ${MAX_BYTES} bytes, the limit of a URL registry`);
  const { rules, problems } = readRules(text);
  if (problems.length > 0) {
    const places = problems.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`);
    throw new Fault('bad_request', `the URL registry is invalid:\n${places.join('\n')}`);
  }
  return urlsBy(rules);
}

/** The rule with the longest pattern that covers a path applies; the first of equally long ones. */
function urlsBy(rules: readonly UrlRule[]): UrlOf {
  const ranked = rules
    // Git's patterns, from the root: one without a wildcard is a path prefix.
    .map((rule) => ({ rule, covers: ignore().add(`/${rule.path}`), length: literalLength(rule.path) }))
    .sort((a, b) => b.length - a.length);
  return (place) => {
    const found = ranked.find(({ rule, covers }) => rule.path === '' || covers.ignores(place.path));
    return found && fill(found.rule, place);
  };
}

function literalLength(pattern: string): number {
  return pattern.replace(/[*?]/g, '').length;
}

/** The template with its values, or the base followed by the rest of the path. Every value is encoded. */
function fill(rule: UrlRule, { path, line, document }: UrlPlace): string {
  const page = shortened(path, rule);
  const values: Readonly<Record<string, string>> = {
    path: encoded(page),
    rest: encoded(page.slice(prefixOf(rule.path, page).length)),
    document: encoded(document ?? ''),
    line: String(line),
  };
  if (/\{(path|rest|document|line)\}/.test(rule.url))
    return rule.url.replace(/\{(path|rest|document|line)\}/g, (_, name: string) => values[name] ?? '');
  const rest = values['rest'] ?? '';
  return rest === '' || rule.url.endsWith('/') ? rule.url + rest : `${rule.url}/${rest}`;
}

/** Without an extension that the site hides, and without the name of a page that represents its folder. */
function shortened(path: string, { strip, index }: UrlRule): string {
  const extension = strip.find((one) => path.endsWith(one));
  const page = extension === undefined ? path : path.slice(0, -extension.length);
  const at = page.lastIndexOf('/') + 1;
  return index.includes(page.slice(at)) ? page.slice(0, Math.max(0, at - 1)) : page;
}

/**
 * The part of a page's path that the rule's pattern contains before any wildcard, in whole segments, with the `/` after
 * it.
 */
function prefixOf(pattern: string, page: string): string {
  const wild = pattern.search(/[*?[]/);
  const fixed = (wild < 0 ? pattern : pattern.slice(0, pattern.lastIndexOf('/', wild) + 1)).replace(
    /\/$/,
    '',
  );
  if (fixed === '') return '';
  if (page === fixed) return page;
  return page.startsWith(`${fixed}/`) ? `${fixed}/` : '';
}

function encoded(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

function isMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
}
