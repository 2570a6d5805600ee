import type { ChatInputs } from '@quarry/chat-model';
import type { HopContext } from '@quarry/engine';
import type { PromptVariables } from '@quarry/pipeline';
import { currentPass, type Turn } from '@quarry/turn';

/** The working question: English where translated, the original otherwise. */
export function workingQuestion(turn: Turn): string {
  return turn.question.english ?? turn.question.original;
}

/** What prompts and the extractive responder may know of a turn. */
export function inputsOf(turn: Turn, context: HopContext, task: string, text?: string): ChatInputs {
  return {
    task,
    question: workingQuestion(turn),
    evidence: turn.evidence,
    history: turn.history.recent,
    needs: turn.needs,
    misses: turn.misses,
    definable: definable(turn),
    pass: currentPass(turn),
    modes: context.settings.retrieval_modes,
    ...(text === undefined ? {} : { text }),
  };
}

/** The variables of prompt files; see `docs/pipelines.md`. */
export function variablesOf(
  turn: Turn,
  context: HopContext,
  extra: Partial<PromptVariables> = {},
): PromptVariables {
  return {
    question: workingQuestion(turn),
    history: turn.history.forPrompt,
    context: turn.context?.text ?? '',
    needs: turn.needs.filter((need) => need.status !== 'missed').map((need) => need.text),
    misses: turn.misses.map((miss) => `${miss.text} (${miss.why})`),
    modes: context.settings.retrieval_modes,
    pass: currentPass(turn),
    max_passes: context.settings.max_turn_loops + 1,
    repository: context.settings.repository,
    ...extra,
  };
}

const DEFINABLE_KINDS = new Set([
  'TYPE',
  'METHOD',
  'FUNCTION',
  'TABLE',
  'VIEW',
  'PROC',
  'SQL_FUNCTION',
  'TRIGGER',
  'ENTITY',
]);

/** Graph nodes near the evidence whose text is not evidence yet: what a request for data can be answered with at once. */
function definable(turn: Turn): string[] {
  const known = new Set(turn.evidence.map((item) => item.nodeKey ?? item.id));
  return turn.graph.nodes
    .filter((node) => DEFINABLE_KINDS.has(node.kind) && !known.has(node.key))
    .toSorted((a, b) => a.depth - b.depth)
    .map((node) => node.name);
}
