import type { Answer, Reply } from '@quarry/turn';

/** An answer before its citations are checked. */
export function draftAnswer(text: string, reply: Pick<Reply, 'model' | 'extractive'>, pass: number): Answer {
  const english = text.trim();
  return {
    english,
    text: english,
    citations: [],
    removedCitations: [],
    writtenBy: reply.extractive ? 'extractive' : reply.model,
    pass,
  };
}
