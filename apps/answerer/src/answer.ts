import { inert } from '@quarry/protocol';
import type { Answer, Reply } from '@quarry/turn';

/** An answer with unverified citations: inert Markdown, which loads, opens and runs nothing. */
export function draftAnswer(text: string, reply: Pick<Reply, 'model' | 'extractive'>, pass: number): Answer {
  const english = inert(text.trim());
  return {
    english,
    text: english,
    citations: [],
    removedCitations: [],
    writtenBy: reply.extractive ? 'extractive' : reply.model,
    pass,
  };
}
