import { isTestPath } from '@quarry/turn';

/** Affixes of a test's name: `test_x`, `x_test`, `x.spec`, `XTests`, `XIT`. */
const OF_TESTS = /^test_|[._-](?:tests?|spec)$|(?:Tests?|Spec|IT)$/g;

/** Above this number of files with one name, the name is not significant (`index`, `mod`, `__init__`). */
const MOST_ALIKE = 6;

/**
 * Test ↔ code under test, by naming conventions: file → its counterparts. `test_utils.py` ↔ `utils.py`,
 * `JsonReaderTest.java` ↔ `JsonReader.java`, `a.spec.ts` ↔ `a.ts`.
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

/** The subject of a file by its name: without folders, extension, test affixes and separators. */
function subject(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '');
  const bare = name.replace(OF_TESTS, '');
  return bare.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
