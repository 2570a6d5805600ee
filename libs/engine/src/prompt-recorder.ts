import type { SentPrompt, Turn } from '@quarry/turn';

/**
 * Records the prompts of models, outside of the turn's log, which stays small. Returns at once and never throws: no
 * turn waits for it or fails because of it.
 */
export interface PromptRecorder {
  sent(turn: Pick<Turn, 'id' | 'tenant' | 'options'>, prompt: SentPrompt): void;
}

/** Injection token of the process's {@link PromptRecorder}. If none is provided, prompts are not recorded. */
export const PROMPT_RECORDER = Symbol('prompt-recorder');
