import type { ChatModel } from '@quarry/chat-model';
import type { Verdict } from '@quarry/claims';
import type { HopContext } from '@quarry/engine';
import type { PromptParams } from '@quarry/prompting';
import type { ModelCall, Turn } from '@quarry/turn';
import { judgeByChecker, needsChecker, sizeOfChecks } from './by-checker';
import { judgeByModel, needsModel, sizeOf, type ModelJudged } from './by-model';

/** Port: a model that judges what code and similarity of meaning have left open. */
export interface ModelStage {
  readonly model: string;
  isNeeded(verdicts: readonly Verdict[]): boolean;
  /** Upper bound of what it costs. */
  size(verdicts: readonly Verdict[]): Pick<ModelCall, 'inputTokens' | 'outputTokens'>;
  judge(verdicts: readonly Verdict[], turn: Turn): Promise<ModelJudged>;
}

/** The chat model of the pipeline, in one call. */
export function modelStage(chat: ChatModel, context: HopContext, params: PromptParams): ModelStage {
  return {
    model: chat.id,
    isNeeded: (verdicts) => chat.generative && needsModel(verdicts),
    size: (verdicts) => sizeOf(verdicts, context),
    judge: (verdicts, turn) => judgeByModel(verdicts, turn, { chat, context, params }),
  };
}

/** A model that was made for checking claims, in one call for each sentence. */
export function checkerStage(chat: ChatModel, context: HopContext): ModelStage {
  return {
    model: chat.id,
    isNeeded: needsChecker,
    size: (verdicts) => sizeOfChecks(verdicts, context),
    judge: (verdicts, turn) => judgeByChecker(verdicts, turn, { chat, context }),
  };
}
