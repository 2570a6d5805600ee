import type { ChatInputs } from './port';

/** Inputs of a question about which nothing is known yet, or of a task beside all turns; `more` says what is. */
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
