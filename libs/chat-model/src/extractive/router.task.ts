import type { ChatInputs } from '../port';
import { termsOf } from './terms';

/** Modes from best to last for questions of any kind. */
const BEST_FIRST = ['hybrid', 'semantic_rerank', 'semantic', 'bm25'] as const;
const MAX_QUERY = 1_000;

/** `[MODE:] query`: the best mode there is, and the question's names and content words in their order. */
export function routerReply(inputs: ChatInputs): string {
  const question = inputs.question.replace(/\s+/g, ' ').trim();
  if (question === '') return '[DIRECT:]';
  const mode = BEST_FIRST.find((name) => inputs.modes.includes(name)) ?? 'hybrid';
  const words = termsOf(question).map((term) => term.text);
  // "And where is it called?" has too little to search by: the question before says what it is about.
  const before = inputs.history.at(-1)?.question ?? '';
  const more = words.length < 2 ? termsOf(before).map((term) => term.text) : [];
  const query = [...new Set([...words, ...more])].join(' ').slice(0, MAX_QUERY).trim();
  return `[${mode.toUpperCase()}:] ${query === '' ? question.slice(0, MAX_QUERY) : query}`;
}
