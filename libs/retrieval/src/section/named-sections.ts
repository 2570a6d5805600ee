import { endsInPath, normalizeQuery } from '@quarry/turn';
import { titleWords, withoutNumbering } from './title-words';

/** What a section is recognised by. */
export interface Titled {
  readonly id: string;
  readonly path: string;
  readonly title: string;
  readonly characters: number;
}

/**
 * The sections that a text names, by the strictest rule that any satisfies: their id, its part behind the path (or the last of it), their
 * title, their title without its numbering, the beginning of their title ("Item 7"). Case and punctuation do not count.
 */
export function namedSections<T extends Titled>(wanted: string, sections: readonly T[]): readonly T[] {
  const id = plainId(wanted);
  if (id === '') return [];
  for (const rule of [byId(id), byTail(id), byTitle(wanted), byBareTitle(wanted), byBeginning(wanted)]) {
    const found = sections.filter(rule);
    if (found.length > 0) return found;
  }
  return byWay(wanted, sections);
}

/**
 * The one that is meant of several that bear a name: of one document, the one that has by far the most text, since a table of contents
 * names every section too.
 */
export function theOne<T extends Titled>(named: readonly T[]): T | null {
  const [first, second] = named.toSorted((a, b) => b.characters - a.characters);
  if (!first || !second) return first ?? null;
  const clear = named.every(({ path }) => path === first.path) && first.characters >= 4 * second.characters;
  return clear ? first : null;
}

type Rule = (section: Titled) => boolean;

/** An id as models write it: with quotes, `\` in its path, blanks around `/` and `#`. */
export function plainId(text: string): string {
  return normalizeQuery(text).replace(/ ?([#/]) ?/g, '$1');
}

function byId(id: string): Rule {
  return (section) => plainId(section.id) === id;
}

function byTail(id: string): Rule {
  const mark = id.indexOf('#');
  const [head, tail] = mark < 0 ? ['', id] : [id.slice(0, mark), id.slice(mark + 1)];
  if (tail === '' || (mark < 0 && /\s/.test(tail))) return () => false;
  return ({ id: own, path }) => {
    const ownTail = plainId(own.slice(own.indexOf('#', path.length) + 1));
    if (!own.startsWith(`${path}#`) || (head !== '' && !endsInPath(path, head))) return false;
    return ownTail === tail || (tail.length > 1 && ownTail.endsWith(`/${tail}`));
  };
}

function byTitle(wanted: string): Rule {
  const words = titleWords(wanted).join(' ');
  return ({ title }) => words !== '' && titleWords(title).join(' ') === words;
}

function byBareTitle(wanted: string): Rule {
  const asked = withoutNumbering(titleWords(wanted));
  return ({ title }) => {
    const own = withoutNumbering(titleWords(title));
    const numbered = asked.numbering.length > 0 && own.numbering.length > 0;
    // `7. Leases` is not `8. Leases`, but `(b) Leases` may be `7 (b) Leases`.
    if (numbered && !` ${own.numbering.join(' ')}`.endsWith(` ${asked.numbering.join(' ')}`)) return false;
    return asked.words.length > 0 && asked.words.join(' ') === own.words.join(' ');
  };
}

function byBeginning(wanted: string): Rule {
  const words = titleWords(wanted).join(' ');
  return ({ title }) => words !== '' && `${titleWords(title).join(' ')} `.startsWith(`${words} `);
}

/** A title with those above it, `Financials › Revenue`: the last of them, where the others stand in its id. */
function byWay<T extends Titled>(wanted: string, sections: readonly T[]): readonly T[] {
  const parts = wanted.split(/›|»| > |\//).map((part) => part.trim());
  const last = parts.pop() ?? '';
  if (parts.length === 0 || last === '') return [];
  const above = parts.flatMap(titleWords);
  return namedSections(last, sections).filter(({ id }) => {
    const own = new Set(titleWords(id));
    return above.every((word) => own.has(word));
  });
}
