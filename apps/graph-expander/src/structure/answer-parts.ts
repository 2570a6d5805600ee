import type { ActionResult } from '@quarry/engine';
import { OPERATIONS, summaryOf, type QuestionPart, type SnapshotGraph } from '@quarry/graph-queries';
import { shownSnapshot, type Answer, type Turn } from '@quarry/turn';
import { answered } from './answered';
import { isFilteredOut } from './filtered-out';
import { graphAnswer } from './graph-answer';

/**
 * Answers the parts of a question that ask for structure. If they are all of it, their lists are the answer; otherwise
 * the turn continues with the rest, and the lists come before the answer to that.
 */
export async function answerParts(
  reader: SnapshotGraph,
  turn: Turn,
  parts: readonly QuestionPart[],
  limit: number,
): Promise<ActionResult> {
  const index = shownSnapshot(reader.ref);
  let after = turn;
  const answers: Answer[] = [];
  const notes: string[] = [];
  const rest: string[] = [];
  for (const { text, asks } of parts) {
    const { result, asked } = asks ? await answered(reader, asks, { limit }) : {};
    const isListed =
      result?.status === 'found' &&
      !(OPERATIONS[result.operation.name].isOfAll && result.found.total === 0) &&
      !isFilteredOut(turn, result);
    if (!isListed) {
      rest.push(text);
      continue;
    }
    after = { ...after, ...graphAnswer(after, result, index, asked) };
    if (after.answer) answers.push(after.answer);
    notes.push(summaryOf(result));
  }
  const [first] = answers;
  const { evidence, graph, searches } = after;
  if (!first) return { outcome: 'other', note: 'the code graph answers no part of the question' };
  const english = answers.map((answer) => answer.english).join('\n\n');
  const patch = { evidence, graph, searches };
  const note = notes.join('; ');
  if (rest.length === 0) {
    const proof = [...new Set(answers.flatMap((answer) => answer.proof ?? []))].join('; ');
    const answer = {
      ...first,
      english,
      text: english,
      proof,
    };
    return { outcome: 'answered', patch: { ...patch, answer }, note };
  }
  const listed = { text: english, rest: rest.join('; ') };
  const question = { ...turn.question, listed };
  return { outcome: 'other', patch: { ...patch, question }, note: `${note}; the rest: ${listed.rest}` };
}
