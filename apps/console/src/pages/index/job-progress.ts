import { faultText } from '../../format/faults';
import type { JobEvent } from './data';
import { t } from '../../language/messages';

/** The state of a job from its events so far. */
export interface JobView {
  /** Whether an indexer has begun it; one that was interrupted has begun. */
  readonly started: boolean;
  /** Phases in order of appearance, with their progress. */
  readonly phases: readonly { readonly phase: string; readonly done: number; readonly total: number }[];
  readonly failed: readonly {
    readonly path: string;
    readonly reason: string;
    readonly kind: 'skipped' | 'problem';
  }[];
  /** Why the last attempt was interrupted; null while one is running. */
  readonly interrupted: string | null;
  readonly finished: { readonly status: string; readonly reason: string | null } | null;
}

export const NOTHING_YET: JobView = {
  started: false,
  phases: [],
  failed: [],
  interrupted: null,
  finished: null,
};

/** The state after another event. */
export function after(view: JobView, event: JobEvent): JobView {
  switch (event.type) {
    case 'job.started':
      return { ...view, started: true, interrupted: null };
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
      return { ...view, finished: { status: event.status, reason: reasonOf(event) } };
  }
}

function reasonOf({ reason, code }: Extract<JobEvent, { readonly type: 'job.finished' }>): string | null {
  return reason === null || code === null ? reason : faultText(code, reason);
}

/** Human-readable names of the phases. An unknown phase is shown by its own name. */
const WORDS: Readonly<Record<string, string>> = {
  fetch: t('Fetching'),
  read: t('Reading files'),
  documents: t('Reading documents'),
  ocr: t('Reading pages by OCR'),
  corpus: t('Reading the corpus'),
  summaries: t('Summarising sections'),
  link: t('Linking names'),
  graph: t('Writing the code graph'),
  chunks: t('Writing text to search'),
  vectors: t('Computing vectors'),
};

export function phaseWords(phase: string): string {
  return WORDS[phase] ?? phase;
}
