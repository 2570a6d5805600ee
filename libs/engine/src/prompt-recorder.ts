import type { SentPrompt, Turn } from '@quarry/turn';

/** Keeps what models are sent, beside the turn's log, which stays small. Returns at once and never throws: no turn waits for it, or fails with it. */
export interface PromptRecorder {
  sent(turn: Pick<Turn, 'id' | 'tenant' | 'options'>, prompt: SentPrompt): void;
}

/** Injection token of the process's {@link PromptRecorder}; where none is provided, prompts are not kept. */
export const PROMPT_RECORDER = Symbol('prompt-recorder');
