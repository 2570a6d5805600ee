import type { ChatInputs } from '@quarry/chat-model';
import type { HopContext } from '@quarry/engine';
import type { PromptVariables } from '@quarry/pipeline';
import { currentPass, tellingNodes, type Evidence, type GraphNodeRef, type Turn } from '@quarry/turn';

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

/** Where tests live, in the conventions of the languages that are indexed. */
const TEST_PATH = /(?:^|[/._-])(?:tests?|specs?|__tests__)(?:[/._]|$)/i;

/**
 * Graph nodes near the evidence whose text is not evidence yet: what a request for data can be answered with at once, nearest
 * first. Definitions in tests are left out, unless the question is about tests.
 */
function definable(turn: Turn): string[] {
  const aboutTests = /\btest/i.test(workingQuestion(turn));
  return tellingNodes(turn.graph)
    .filter((node) => !turn.evidence.some((item) => holds(item, node)))
    .filter((node) => aboutTests || !TEST_PATH.test(node.path ?? ''))
    .toSorted((a, b) => a.depth - b.depth)
    .map((node) => node.name);
}

function holds(item: Evidence, node: GraphNodeRef): boolean {
  if (item.nodeKey === node.key) return true;
  if (item.path !== node.path || node.startLine === undefined) return false;
  return item.startLine <= node.startLine && node.startLine <= item.endLine;
}
