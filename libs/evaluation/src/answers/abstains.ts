import type { Turn } from '@quarry/turn';

/** Phrases of answers that decline to answer. */
const NO_ANSWER =
  /\b(?:cannot be answered|can ?not answer|could not be answered|do(?:es)? not (?:say|state|contain|give)|no (?:complete )?answer (?:was|could be)|not enough (?:evidence|information|data)|insufficient (?:evidence|information|data))\b/i;

/**
 * True if a turn ends without claiming an answer, as it should for a question that the documents do not answer.
 *
 * @example
 * const abstained = turns.filter(abstains).length;
 */
export function abstains({ end, answer }: Pick<Turn, 'end' | 'answer'>): boolean {
  if (end?.outcome === 'insufficient') return true;
  if (end?.outcome !== 'answered' && end?.outcome !== 'partial') return false;
  return answer === null || answer.insufficient !== undefined || NO_ANSWER.test(answer.english);
}
