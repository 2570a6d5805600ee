import type { ChatInputs } from './port';

/** Inputs of a question without any evidence yet, or of a task outside of turns; `more` adds what is known. */
export function bareInputs(task: string, question: string, more: Partial<ChatInputs> = {}): ChatInputs {
  return {
    task,
    question,
    evidence: [],
    history: [],
    needs: [],
    misses: [],
    definable: [],
    pass: 1,
    queries: [],
    assessments: [],
    modes: [],
    ...more,
  };
}
