import type { GoldenRun, GoldenRunHead } from './golden-run';
import type { GoldenSet, GoldenSetHead } from './golden-set';

/** A set or a run as stored: JSON of its head, which lists use, and of the rest. */
export interface Stored {
  readonly head: string;
  readonly body: string;
}

export function storedSet({ questions, ...head }: GoldenSet): Stored {
  return { head: JSON.stringify(head), body: JSON.stringify({ questions }) };
}

export function storedRun({ questions, rows, ...head }: GoldenRun): Stored {
  return { head: JSON.stringify(head), body: JSON.stringify({ questions, rows }) };
}

export function setHead({ head }: Pick<Stored, 'head'>): GoldenSetHead {
  return JSON.parse(head) as GoldenSetHead;
}

export function runHead({ head }: Pick<Stored, 'head'>): GoldenRunHead {
  return JSON.parse(head) as GoldenRunHead;
}

export function wholeSet(stored: Stored): GoldenSet {
  return { ...setHead(stored), ...(JSON.parse(stored.body) as Pick<GoldenSet, 'questions'>) };
}

export function wholeRun(stored: Stored): GoldenRun {
  return { ...runHead(stored), ...(JSON.parse(stored.body) as Pick<GoldenRun, 'questions' | 'rows'>) };
}

/** True if a run has not ended. */
export function isOpen({ status }: Pick<GoldenRunHead, 'status'>): boolean {
  return status === 'queued' || status === 'running';
}
