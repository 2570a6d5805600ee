import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const KINDS = ['definition', 'behaviour', 'where', 'structural', 'absent'] as const;
export type Kind = (typeof KINDS)[number];

/** Lines of a file, from 1, both inclusive. */
export interface GoldPlace {
  readonly path: string;
  readonly lines: readonly [first: number, last: number];
}

/** A question and what answers it: one of `gold`, all of `all`, or that `absent` occurs nowhere. */
export interface BenchQuestion {
  readonly kind: Kind;
  readonly question: string;
  readonly gold?: readonly GoldPlace[];
  readonly all?: readonly GoldPlace[];
  readonly absent?: string;
}

/** A released package, or a commit of a repository. */
export interface Release {
  readonly registry: 'npm' | 'pypi' | 'go' | 'maven' | 'git';
  readonly package: string;
  readonly version: string;
  /** Files and folders of the package that are indexed. */
  readonly include: readonly string[];
}

/** A released package and the questions about it. */
export interface CodeBase extends Release {
  readonly base: string;
  /**
   * `seen`: rules were written with its answers in view. `held`: opened once after that, then in view too. `fresh`: opened
   * once, after the last rule.
   */
  readonly half: 'seen' | 'held' | 'fresh';
  readonly questions: readonly BenchQuestion[];
}

/** All code bases of a folder, in the order of their names. */
export function readCodeBases(folder: string): readonly CodeBase[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as CodeBase);
}
