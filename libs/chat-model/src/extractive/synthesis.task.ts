import { countTokens, truncateToTokens } from '@quarry/turn';
import type { ChatInputs } from '../port';
import { quotedAnswer } from './answer.task';
import { contradictionsIn } from './contradictions';
import { entitiesOf } from './entities';
import { doubtOf } from './answerability';
import { readEvidence, type Reading } from './relevance';
import type { Term } from './terms';

/** Share (0..1) of the question's weight that the evidence may lack before it counts as insufficient. */
const MAY_LACK = 1 / 3;

/** 004, "Citation-Aware Synthesis": quotes with citations, contradictions, and what the evidence lacks. */
export function synthesisReply(inputs: ChatInputs, maxOutputTokens: number): string {
  const reading = readEvidence(inputs.question, inputs.evidence, inputs.needs);
  const named = inputs.assessments.flatMap(({ contradictions }) => contradictions);
  const contradictions = [...new Set([...named, ...contradictionsIn(inputs.evidence)])];
  const end = [
    contradictions.length === 0
      ? 'CONTRADICTIONS: NONE'
      : `CONTRADICTIONS:\n${contradictions.map((text) => `- ${text}`).join('\n')}`,
    `INSUFFICIENT: ${lackOf(inputs, reading)}`,
  ].join('\n\n');
  const room = Math.max(1, maxOutputTokens - countTokens(`ANSWER:\n\n\n${end}`));
  return `ANSWER:\n${truncateToTokens(quotedAnswer(inputs, { reading, demands: null }, room), room)}\n\n${end}`;
}

/** Terms that no passage mentions, if they are names or have a high weight; otherwise `NONE`. */
function lackOf(inputs: ChatInputs, reading: Reading): string {
  if (reading.items.length === 0 || doubtOf(inputs) !== undefined)
    return 'No passage relates to the question.';
  const lacking = reading.unseen.map((term) => term.text);
  const names = entitiesOf(inputs.question).map(({ key }) => key);
  const isNamed = (term: Term) =>
    term.identifier || names.some((name) => name.includes(term.text.toLowerCase()));
  const lacks = reading.unseen.some(isNamed) || reading.share(lacking.join(' ')) > MAY_LACK;
  return lacks ? `No passage mentions ${lacking.map((text) => `“${text}”`).join(', ')}.` : 'NONE';
}
