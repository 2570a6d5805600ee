import { checkedAnswer, inert } from '@quarry/protocol';
import type { Answer, Turn } from '@quarry/turn';

/**
 * The whole answer to a question of several parts: first the lists of the code graph, which need no check, then the
 * answer to the rest. Without evidence for the rest, only a part of the question is answered.
 */
export function withLists(
  answer: Answer,
  { question, evidence }: Pick<Turn, 'question' | 'evidence'>,
): Answer {
  const { listed } = question;
  if (!listed) return answer;
  const rest = inert(`“${listed.rest}”`);
  const english = `${listed.text}\n\nThe rest of the question, ${rest}:\n\n${answer.english}`;
  const joined = checkedAnswer({ ...answer, english }, evidence);
  const removed = [...new Set([...answer.removedCitations, ...joined.removedCitations])];
  const isOpen = answer.citations.length === 0 && answer.insufficient === undefined;
  return {
    ...joined,
    removedCitations: removed,
    ...(answer.removedMarks ? { removedMarks: answer.removedMarks } : {}),
    ...(isOpen ? { insufficient: `the rest of the question is not answered: ${listed.rest}` } : {}),
  };
}
