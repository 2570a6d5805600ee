import type { Chunk } from '@quarry/search-index';
import {
  asksAboutTests,
  isTestPath,
  namePartsOf,
  roleOf,
  settingAt,
  type AskedKind,
  type NameRole,
} from '@quarry/turn';

/** How much a line says of a name, by what is asked. */
const WEIGHT: Readonly<Record<AskedKind, Readonly<Record<NameRole, number>>>> = {
  definition: { defines: 3, documents: 2, sets: 1, empties: 1, assigns: 0 },
  setting: { sets: 3, documents: 2.5, assigns: 2, empties: 1.5, defines: 1 },
};
/** Added for a chunk that is the definition, and for each other name or word of the question in its own name. */
const IS_DEFINITION = 2;
const IN_ITS_NAME = 1.5;
/** Added for a chunk whose name the question gives exactly as it is written. */
const IS_NAMED = 1;
/** Added for a chunk in a type whose name is a part of another name: `Target` beside a `RetryingTarget`. */
const IN_ITS_FAMILY = 0.5;
const OF_TESTS = 0.3;
const MAX_LINES = 400;

/** The chunks that define a name, or give it a value, best first; empty if all of them only mention it. */
export function placesOf(
  name: string,
  chunks: readonly Chunk[],
  { kind, question }: { readonly kind: AskedKind; readonly question: string },
): readonly Chunk[] {
  const aboutTests = asksAboutTests(question);
  const words = new Set(question.match(/[\p{L}_][\p{L}\p{N}_]{2,}/gu) ?? []);
  const others = [...words]
    .filter((word) => word.length > 3 && word !== name && word !== 'default')
    .map((word) => word.toLowerCase());
  const parts = new Set(
    [...words]
      .filter((word) => word !== name)
      .flatMap((word) => word.match(/\p{Lu}\p{Ll}+/gu) ?? [])
      .map((part) => part.toLowerCase()),
  );
  const inWords = kind === 'setting' && name.includes(' ');
  return chunks
    .map((chunk, at) => {
      const lines = chunk.text.split('\n', MAX_LINES);
      const roles = lines.map((line, index): NameRole | null =>
        inWords && settingAt(lines, index, name) !== null
          ? 'sets'
          : roleOf(line, name, lines.slice(index + 1, index + 4)),
      );
      const role = Math.max(0, ...roles.map((found) => (found ? WEIGHT[kind][found] : 0)));
      const symbol = namePartsOf(chunk.symbol ?? '').at(-1);
      const isIt = kind === 'definition' && symbol?.toLowerCase() === name.toLowerCase() ? IS_DEFINITION : 0;
      const own = (chunk.symbol ?? chunk.path).toLowerCase();
      const isNamed = symbol !== undefined && words.has(symbol) ? IS_NAMED : 0;
      const related = others.filter((word) => own.includes(word)).length * IN_ITS_NAME;
      const family = namePartsOf(own).some((part) => parts.has(part)) ? IN_ITS_FAMILY : 0;
      const weight = role + isIt === 0 ? 0 : role + isIt + related + isNamed + family;
      return { chunk, at, weight: weight * (!aboutTests && isTestPath(chunk.path) ? OF_TESTS : 1) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight || a.at - b.at)
    .map(({ chunk }) => chunk);
}
