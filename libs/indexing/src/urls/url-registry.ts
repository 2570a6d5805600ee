import { readFile } from 'node:fs/promises';
import ignore from 'ignore';
import { Fault } from '@quarry/turn';
import { readRules, type UrlRule } from './url-rules';

/** The registry in the root of what is indexed, where none is named. It says where sources are, and is no source itself. */
export const URL_REGISTRY = 'quarry-urls.yaml';

/** Where a piece of text stands, to be told its address. */
export interface UrlPlace {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** Identity of a document among many. */
  readonly document?: string;
}

/** The address under which people can read a source; undefined where no rule says one. */
export type UrlOf = (place: UrlPlace) => string | undefined;

/** Larger ones are no registry. */
const MAX_BYTES = 256_000;

/**
 * Reads a registry of addresses (002, `path_registry`): a list of `{path, url, strip?, index?}`.
 * @param required false: a file that is not there is no registry
 * @throws Fault `bad_request` that names file, line and column of everything wrong, `path_not_found` where it is required
 */
export async function readUrlRegistry(file: string, required: boolean): Promise<UrlOf> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    if (!required && isMissing(cause)) return () => undefined;
    throw new Fault('path_not_found', `the registry of addresses ${file} cannot be read`, { cause });
  }
  if (text.length > MAX_BYTES)
    throw new Fault(
      'bad_request',
      `${file} is larger than ${MAX_BYTES} bytes: that is no registry of addresses`,
    );
  const { rules, problems } = readRules(text);
  if (problems.length > 0) {
    const places = problems.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`);
    throw new Fault('bad_request', `the registry of addresses cannot be used:\n${places.join('\n')}`);
  }
  return urlsBy(rules);
}

/** The rule with the longest pattern that covers a path decides; the first of equally long ones. */
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

/** The template with its values, or the base with the rest of the path behind it. Every value is encoded. */
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

/** Without an extension that the site does not show, and without the name of a page that stands for its folder. */
function shortened(path: string, { strip, index }: UrlRule): string {
  const extension = strip.find((one) => path.endsWith(one));
  const page = extension === undefined ? path : path.slice(0, -extension.length);
  const at = page.lastIndexOf('/') + 1;
  return index.includes(page.slice(at)) ? page.slice(0, Math.max(0, at - 1)) : page;
}

/** What of a page the rule's pattern says without a wildcard, in whole segments, with the `/` behind it. */
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
