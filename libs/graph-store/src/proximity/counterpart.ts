import { isTestPath } from '@quarry/turn';

/** What a test's name has beside the name of what it tests: `test_x`, `x_test`, `x.spec`, `XTests`, `XIT`. */
const OF_TESTS = /^test_|[._-](?:tests?|spec)$|(?:Tests?|Spec|IT)$/g;

/** Files of one name beyond which the name says nothing (`index`, `mod`, `__init__`). */
const MOST_ALIKE = 6;

/**
 * Test ↔ code under test, by the conventions of names: file → its counterparts. `test_utils.py` ↔ `utils.py`, `JsonReaderTest.java` ↔
 * `JsonReader.java`, `a.spec.ts` ↔ `a.ts`.
 */
export function counterparts(paths: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const alike = new Map<string, string[]>();
  for (const path of new Set(paths)) {
    const name = subject(path);
    if (name !== '') alike.set(name, [...(alike.get(name) ?? []), path]);
  }
  const found = new Map<string, string[]>();
  for (const group of alike.values()) {
    if (group.length > MOST_ALIKE) continue;
    for (const path of group) {
      const others = group.filter((other) => isTestPath(other) !== isTestPath(path));
      if (others.length > 0) found.set(path, others);
    }
  }
  return found;
}

/** What a file is about by its name: without folders, extension, marks of tests and marks between words. */
function subject(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '');
  const bare = name.replace(OF_TESTS, '');
  return bare.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
