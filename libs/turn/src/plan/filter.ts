import { outOfRepository } from '../identity/snapshot-set';
import type { PlanFilter } from './plan';

/** Rule of a `Stop` of a turn whose filter no indexed file passes: no pass can find anything. */
export const FILTER_RULE = 'filter_matches_nothing';

/** A path prefix in the one form that is compared: `/` between names, no empty ones, no `.`; `''` stands for everything. */
export function cleanPrefix(prefix: string): string {
  const parts = prefix.replaceAll('\\', '/').split('/');
  return parts.filter((part) => part !== '' && part !== '.').join('/');
}

/**
 * True where a text of that path and language may be shown under the filter. A prefix stands for itself and what lies below it:
 * `src/a` is not `src/ab`. What has no path or language does not pass a filter by it. Of several repositories, a prefix
 * may begin with the name of one; otherwise it stands for that folder in each.
 */
export function passesFilter(
  filter: PlanFilter | undefined,
  item: {
    readonly path?: string | undefined;
    readonly language?: string | undefined;
    readonly repository?: string | undefined;
  },
): boolean {
  const prefixes = (filter?.pathPrefixes ?? []).map(cleanPrefix);
  const languages = (filter?.languages ?? []).map((language) => language.toLowerCase());
  const { path, language, repository } = item;
  const inner = path !== undefined && repository !== undefined ? outOfRepository(repository, path) : path;
  const below = (prefix: string) =>
    [path, inner].some((one) => one !== undefined && (one === prefix || one.startsWith(`${prefix}/`)));
  const placed =
    prefixes.length === 0 ||
    prefixes.includes('') ||
    prefixes.some((prefix) => below(prefix) || prefix === repository);
  return placed && (languages.length === 0 || (language !== undefined && languages.includes(language)));
}

/**
 * What a filter leaves to be searched, in words; undefined for one that leaves everything.
 * @example
 * filterInWords({ pathPrefixes: ['src/'], languages: ['python'] }); // "the python files in 'src'"
 */
export function filterInWords(filter: PlanFilter | undefined): string | undefined {
  const prefixes = (filter?.pathPrefixes ?? []).map(cleanPrefix);
  const languages = filter?.languages ?? [];
  const isOfPaths = prefixes.length > 0 && !prefixes.includes('');
  if (!isOfPaths && languages.length === 0) return undefined;
  const of = languages.length === 0 ? '' : ` ${languages.join(' or ')}`;
  const below = isOfPaths ? ` in ${prefixes.map((prefix) => `'${prefix}'`).join(' or ')}` : '';
  return `the${of} files${below}`;
}
