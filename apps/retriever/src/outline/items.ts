import type { PipelineSettings } from '@quarry/pipeline';
import { workingQuestion } from '@quarry/prompting';
import { currentPass, openNeeds, type Turn } from '@quarry/turn';

/**
 * The items that the pass looks for (001, "Initial Shopping Item"): the open requests in words. Without any, the
 * question, or in the first pass its parts if the pipeline looks for them in parallel.
 */
export function itemsOf(
  turn: Turn,
  { parallel_first_iteration: parallel }: Pick<PipelineSettings, 'parallel_first_iteration'>,
): readonly string[] {
  const open = openNeeds(turn).filter(({ call }) => call === undefined);
  if (open.length > 0) return open.map(({ text }) => text);
  const parts = turn.plan?.queries ?? [];
  return parallel && currentPass(turn) === 1 && parts.length > 1 ? parts : [workingQuestion(turn)];
}
