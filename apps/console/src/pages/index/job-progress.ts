import type { JobEvent } from './data';

/** What a job has told so far, for people. */
export interface JobView {
  /** Phases in the order in which they came, with how far each is. */
  readonly phases: readonly { readonly phase: string; readonly done: number; readonly total: number }[];
  readonly failed: readonly {
    readonly path: string;
    readonly reason: string;
    readonly kind: 'skipped' | 'problem';
  }[];
  /** Why the newest attempt was broken off; null while one goes on. */
  readonly interrupted: string | null;
  readonly finished: { readonly status: string; readonly reason: string | null } | null;
}

export const NOTHING_YET: JobView = { phases: [], failed: [], interrupted: null, finished: null };

/** The view after one more event. */
export function after(view: JobView, event: JobEvent): JobView {
  switch (event.type) {
    case 'job.started':
      return { ...view, interrupted: null };
    case 'job.progress': {
      const { phase, done, total } = event;
      const known = view.phases.some((one) => one.phase === phase);
      const next = { phase, done, total };
      return {
        ...view,
        phases: known ? view.phases.map((one) => (one.phase === phase ? next : one)) : [...view.phases, next],
      };
    }
    case 'job.failed_file': {
      const { path, reason, kind } = event;
      const others = view.failed.filter((one) => one.path !== path || one.reason !== reason);
      return { ...view, failed: [...others, { path, reason, kind }] };
    }
    case 'job.interrupted':
      return { ...view, interrupted: event.reason };
    case 'job.finished':
      return { ...view, finished: { status: event.status, reason: event.reason } };
  }
}

/** What people call the phases; a phase that is not known has its own name. */
const WORDS: Readonly<Record<string, string>> = {
  read: 'Reading files',
  documents: 'Reading documents',
  corpus: 'Reading the corpus',
  summaries: 'Summing up sections',
  link: 'Linking names',
  graph: 'Writing the code graph',
  chunks: 'Writing text to search',
  vectors: 'Making vectors',
};

export function phaseWords(phase: string): string {
  return WORDS[phase] ?? phase;
}
