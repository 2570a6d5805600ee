import { isAbsolute, relative, resolve } from 'node:path';
import { nearestNames } from '@quarry/pipeline';
import { Fault, type Section } from '@quarry/turn';

/** Number of names that an error message suggests. */
const MAX_NAMED = 3;

/**
 * The documents that a name on the command line refers to: an id, a path in the index or relative to `from`, a file of
 * many documents, or a title.
 * @param roots root sections of all documents
 * @param root absolute path of the indexed folder
 * @throws Fault `path_not_found` with the nearest names
 */
export function findDocument(
  name: string,
  roots: readonly Section[],
  root: string | null,
  from: string = process.cwd(),
): readonly Section[] {
  const here = root === null ? null : relative(root, resolve(from, name));
  const folded = name.toLowerCase();
  const ways: ((section: Section) => boolean)[] = [
    ({ id }) => id === name,
    ({ path }) => path === name,
    ({ path, document }) => document !== undefined && `${path}/${document}` === name,
    ({ path }) => here !== null && !isAbsolute(here) && path === here,
    ({ document }) => document === name,
    ({ path }) => path.toLowerCase().endsWith(`/${folded}`),
    ({ title }) => title.toLowerCase() === folded,
  ];
  for (const is of ways) {
    const found = roots.filter(is);
    if (found.length > 0) return found;
  }
  const near = nearest(name, roots);
  const hint = near.length > 0 ? ` Similar: ${near.join(', ')}.` : '';
  throw new Fault(
    'path_not_found',
    `There is no document '${name}' in the index.${hint} 'quarry sections' lists all documents.`,
  );
}

/** Ids of documents whose id or title contains the name, then ids with a similar spelling. */
function nearest(name: string, roots: readonly Section[]): readonly string[] {
  const folded = name.toLowerCase();
  const ids = roots.map(({ id }) => id);
  const holding = roots.filter(({ id, title }) => `${id}\n${title}`.toLowerCase().includes(folded));
  const near = nearestNames(name, ids, MAX_NAMED);
  return [...new Set([...holding.map(({ id }) => id), ...near])].slice(0, MAX_NAMED);
}
