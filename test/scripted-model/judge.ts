import type { RecordedRequest } from './server';

/** The first words of the prompt that asks for verdicts on the sentences of an answer. */
const JUDGES = 'You check single sentences';

/**
 * The reply of a model that judges every sentence of an answer, as the prompt asks; null for any other prompt.
 * @param verdictOf its status and reason; by default, each sentence follows from the evidence
 */
export function judgement(
  { system, last }: Pick<RecordedRequest, 'system' | 'last'>,
  verdictOf: (sentence: string) => { readonly status: string; readonly why: string } = () => ({
    ...{ status: 'inferred', why: 'it follows' },
  }),
): string | null {
  if (!system.startsWith(JUDGES)) return null;
  const sentences = [...last.slice(last.lastIndexOf('\nSentences:\n')).matchAll(/^(\d+)\. (.*)$/gm)];
  const claims = sentences.map(([, n, sentence = '']) => ({ n: Number(n), ...verdictOf(sentence) }));
  return JSON.stringify({ claims });
}
