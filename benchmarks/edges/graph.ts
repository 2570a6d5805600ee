import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { extractorFor, linkFacts, type FileFacts } from '@quarry/indexing';

/** The files below a folder, as paths from it. */
export function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted();
}

/** Reads and links files of a folder, as an index of that folder does. */
export function linked(folder: string, paths: readonly string[]): ReturnType<typeof linkFacts> {
  const facts: FileFacts[] = paths.flatMap(
    (path) => extractorFor(path)?.(path, readFileSync(join(folder, path), 'utf8')) ?? [],
  );
  return linkFacts(facts);
}

/** Of the edges that are expected and found: how many, and how many of them are the same. */
export interface Tally {
  expected: number;
  found: number;
  both: number;
}

/** Counts two sets of edges into a tally. */
export function compare(tally: Tally, expected: ReadonlySet<string>, found: ReadonlySet<string>): void {
  tally.expected += expected.size;
  tally.found += found.size;
  tally.both += [...expected].filter((edge) => found.has(edge)).length;
}

/** A row of the table: name, recall and precision with their counts. */
export function row(name: string, { expected, found, both }: Tally): string {
  const share = (of: number) => (of === 0 ? '–' : (both / of).toFixed(3));
  return `| ${name} | ${share(expected)} (${both}/${expected}) | ${share(found)} (${both}/${found}) |\n`;
}
