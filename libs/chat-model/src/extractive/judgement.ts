import type { ChatInputs } from '../port';
import { followUpsOf } from './follow-ups';
import { readEvidence } from './relevance';

/** What the evidence says about the question's parts, judged by the terms that it holds. */
export interface Judgement {
  readonly answered: readonly string[];
  readonly gaps: readonly string[];
  readonly followUps: readonly string[];
}

export function judge(inputs: ChatInputs): Judgement {
  const reading = readEvidence(inputs.question, inputs.evidence, inputs.needs);
  const unseen = new Set(reading.unseen);
  return {
    answered: reading.terms.filter((term) => !unseen.has(term)).map((term) => term.text),
    gaps: [...unseen].map((term) => term.text),
    followUps: followUpsOf(inputs, reading),
  };
}
