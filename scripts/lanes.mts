import { readdirSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './root.mts';

/** What a spec may use, as its name shows; cheapest first. docs/recipes.md has the table. */
export const LANES = ['pure', 'integrated', 'slow', 'proof'] as const;
export type Lane = (typeof LANES)[number];

const ENDINGS: Readonly<Record<string, Lane>> = { int: 'integrated', slow: 'slow', proof: 'proof' };
const SPEC = /(?:\.(int|slow|proof))?\.spec\.ts$/;

/** @returns the lane of a spec file, null for any other file */
export function laneOf(file: string): Lane | null {
  const found = SPEC.exec(file);
  return found ? (ENDINGS[found[1] ?? ''] ?? 'pure') : null;
}

/** A jest pattern for the specs of these lanes. */
export function patternOf(lanes: readonly Lane[]): string {
  const ending = (lane: Lane): string =>
    Object.keys(ENDINGS).find((name) => ENDINGS[name] === lane) ?? 'pure';
  const named = lanes.filter((lane) => lane !== 'pure').map(ending);
  const one = String.raw`\.(?:${named.join('|')})\.spec\.ts$`;
  const none = String.raw`(?<!\.(?:${Object.keys(ENDINGS).join('|')}))\.spec\.ts$`;
  if (!lanes.includes('pure')) return one;
  return named.length === 0 ? none : `(?:${none}|${one})`;
}

/** All spec files, as sorted paths from the root. */
export function specFiles(): readonly string[] {
  return ['apps', 'libs', 'test']
    .flatMap((top) =>
      readdirSync(path.join(ROOT, top), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.join(top, file),
      ),
    )
    .filter((file) => laneOf(file) !== null && !/(?:^|\/)(?:node_modules|dist|fixtures)\//.test(file))
    .toSorted();
}

/**
 * Workers for all lanes. More than cores, because slow specs wait for servers and processes for half of their time, as
 * far as memory allows: a worker grows to 1.5 GB (jest.config.cjs), and starts processes and browsers.
 *
 * @param memory of the machine, in bytes
 */
export function workersOfAll(cores: number, memory: number): number {
  const fitting = Math.floor(memory / 2.5e9);
  return Math.max(3, Math.min(cores + 3, fitting));
}
