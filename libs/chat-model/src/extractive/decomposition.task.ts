import type { ChatInputs } from '../port';
import { jsonReply } from './json-reply';
import { subQuestionsOf } from './sub-questions';

/** 004 "Decomposition": the question and, if it has several parts, its parts. */
export function decompositionReply(inputs: ChatInputs, maxOutputTokens: number): string {
  const question = inputs.question.replace(/\s+/g, ' ').trim();
  const queries = [question, ...subQuestionsOf(question)].filter((query) => query !== '');
  return jsonReply({ sub_queries: queries }, maxOutputTokens);
}
