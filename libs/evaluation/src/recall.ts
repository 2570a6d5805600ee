import { mean } from './measures/bootstrap';
import type { Graded } from './measures/expected';
import { relevantGrades } from './measures/ranking';

/** How much of the gold was found. */
export interface Recall {
  /** Share (0..1) of the gold documents that were found; mean over questions. */
  readonly recall: number;
  /** 1 where every gold document was found, else 0; mean over questions: the share of questions found in full. */
  readonly all: number;
  /** Different documents that were found; mean over questions. */
  readonly passages: number;
}

export function recallOf(gold: readonly Graded[], found: readonly string[]): Recall {
  const relevant = [...relevantGrades(gold).keys()];
  const hit = relevant.filter((document) => found.includes(document)).length;
  return {
    recall: relevant.length === 0 ? 0 : hit / relevant.length,
    all: hit === relevant.length ? 1 : 0,
    passages: found.length,
  };
}

/** Means over questions; zeros for none. */
export function meanRecall(values: readonly Recall[]): Recall {
  return {
    recall: mean(values.map(({ recall }) => recall)),
    all: mean(values.map(({ all }) => all)),
    passages: mean(values.map(({ passages }) => passages)),
  };
}
