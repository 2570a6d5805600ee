import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Release } from '../questions/question-set.ts';

/** A question and its follow-up. */
export interface Pair {
  /** Whether the follow-up continues the subject of the first question, or changes it. */
  readonly kind: 'continues' | 'changes';
  readonly first: string;
  readonly then: string;
  /** Regular expression: texts about the subject of the first question. */
  readonly subject: string;
  /** Name of that subject, which a follow-up that continues it means, and one that changes it does not. */
  readonly name: string;
}

interface Pairs {
  readonly base: string;
  /** `tuning`: rules were written with its pairs in view. `held`: opened once, after the last rule. */
  readonly half: 'tuning' | 'held';
  readonly pairs: readonly Pair[];
}

/** A released package, or a file of the shared data, and the pairs about it. */
export type Base = Pairs &
  (
    | { readonly release: Release; readonly shared?: undefined }
    | { readonly release?: undefined; readonly shared: string }
  );

/** All bases of a folder, in the order of their names. */
export function readBases(folder: string): readonly Base[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => baseOf(JSON.parse(readFileSync(join(folder, name), 'utf8')) as Pairs & StoredPlace));
}

type StoredPlace = Release | { readonly shared: string };

function baseOf(stored: Pairs & StoredPlace): Base {
  const { base, half, pairs } = stored;
  if ('shared' in stored) return { base, half, pairs, shared: stored.shared };
  const { registry, version, include } = stored;
  return { base, half, pairs, release: { registry, package: stored.package, version, include } };
}
