import type { ChatInputs } from '@quarry/chat-model';
import type { HopContext } from '@quarry/engine';
import type { PromptVariables } from '@quarry/pipeline';
import { routerPrefix } from '@quarry/protocol';
import {
  FILTER_RULE,
  filterInWords,
  MODE_TRAITS,
  asksAboutTests,
  compareRequests,
  currentPass,
  defined,
  isTestPath,
  passesFilter,
  shownRepository,
  tellingNodes,
  type Evidence,
  type GraphNodeRef,
  type Neighborhood,
  type Turn,
} from '@quarry/turn';
import { extractionInputsOf, extractionVariables } from './extraction';

/**
 * The working question: what the code graph left of it, stand-alone if rewritten, otherwise English if translated,
 * otherwise the original.
 */
export function workingQuestion({ question }: Turn): string {
  const { listed, standalone, english, original } = question;
  return listed?.rest ?? standalone ?? english ?? original;
}

/** What prompts and the extractive responder receive of a turn. */
export function inputsOf(turn: Turn, context: HopContext, task: string, text?: string): ChatInputs {
  return {
    task,
    question: workingQuestion(turn),
    evidence: turn.evidence,
    history: turn.history.recent,
    needs: turn.needs,
    misses: turn.misses,
    ...namesOf(turn),
    pass: currentPass(turn),
    ...(turn.stop === null ? {} : { stopped: true }),
    ...(turn.stop?.rule === FILTER_RULE ? { unmatched: turn.stop.reason } : {}),
    queries: turn.searches.map(({ query }) => query),
    assessments: turn.assessments,
    modes: context.settings.retrieval_modes,
    ...(turn.standing
      ? { coverage: { ...turn.standing, minAnswerable: context.settings.relevance.min_answerable } }
      : {}),
    ...optional(extractionInputsOf(turn, context)),
    ...defined({ text, within: filterInWords(turn.plan?.filter) }),
  };
}

function optional(extraction: ChatInputs['extraction']): Pick<ChatInputs, 'extraction'> {
  return extraction ? { extraction } : {};
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
    misses: [...turn.misses.map((miss) => `${miss.text} (${miss.why})`), ...sessionMisses(turn)],
    session_misses: sessionMisses(turn),
    modes: context.settings.retrieval_modes,
    mode_lines: context.settings.retrieval_modes.map(
      (mode) => `${routerPrefix(mode)} ${MODE_TRAITS[mode].query}`,
    ),
    pass: currentPass(turn),
    max_passes: context.settings.max_turn_loops + 1,
    repository: repositoryOf(context.settings),
    queries: turn.plan?.queries ?? [],
    components: turn.plan?.components ?? [],
    complexity: turn.plan?.complexity ?? '',
    preview: previewOf(turn.evidence, currentPass(turn)),
    draft: turn.answer?.english ?? '',
    answered: [...new Set(turn.assessments.flatMap(({ answered }) => answered))],
    missing: turn.assessments.at(-1)?.missing ?? [],
    contradictions: [...new Set(turn.assessments.flatMap(({ contradictions }) => contradictions))],
    max_turns: context.settings.max_extraction_turns,
    ...extractionVariables(turn),
    ...extra,
  };
}

/** Requests of earlier questions that a prompt names; further ones are counted. */
const MOST_SESSION_MISSES = 20;

/** What earlier questions of the session did not find, latest first, without what this turn has found or missed itself. */
function sessionMisses({ memory, misses, needs }: Turn): readonly string[] {
  const settled = [...misses, ...needs.filter(({ status }) => status === 'resolved')].map(({ text }) => text);
  const known = (memory?.notFound ?? []).filter(
    ({ text }) => !settled.some((other) => compareRequests(text, other) === 'same'),
  );
  const more = known.length - MOST_SESSION_MISSES;
  return [
    ...known
      .slice(0, MOST_SESSION_MISSES)
      .map(({ text, why }) => `${text} (earlier in this session: ${why})`),
    ...(more > 0 ? [`and ${more} more earlier in this session`] : []),
  ];
}

/** Documents that {@link previewOf} shows of a pass (002 §2, step 4). */
const PREVIEWED = 5;
/** Characters of a document's summary in the preview. */
const SUMMARY = 300;

/**
 * The most relevant documents in the format of 002 for the completeness analysis: section, and the start of its text.
 * After a follow-up pass, the documents that it found come first, because judging earlier ones again would give the
 * same result.
 */
function previewOf(evidence: readonly Evidence[], pass: number): string {
  const best = (items: readonly Evidence[]): Evidence[] =>
    items.toSorted((a, b) => b.relevance - a.relevance || a.n - b.n).slice(0, PREVIEWED);
  const fresh = evidence.filter((item) => item.pass === pass);
  const previewed = [...best(fresh), ...best(evidence.filter((item) => item.pass !== pass))];
  const more = evidence.length - previewed.length;
  const lines = previewed.map((item, at) => {
    const section = [item.title, item.symbol ?? item.path].filter((part) => part !== undefined).join(' · ');
    const summary = item.text.replace(/\s+/g, ' ').trim().slice(0, SUMMARY);
    return `Document ${at + 1}: ${section}\nSummary: ${summary}`;
  });
  return [...lines, ...(more > 0 ? [`and ${more} more, less relevant`] : [])].join('\n');
}

/**
 * Nodes of a neighbourhood whose text may be shown for the turn's question: those that match its filter. Tests are left
 * out unless the question asks about tests: they contain many of its words, and explain the code less than the code
 * itself.
 */
export function showableNodes(turn: Turn, graph: Neighborhood): readonly GraphNodeRef[] {
  const aboutTests = asksAboutTests(workingQuestion(turn));
  return tellingNodes(graph).filter(
    (node) => (aboutTests || !isTestPath(node.path ?? '')) && passesFilter(turn.plan?.filter, node),
  );
}

/** Edges of behaviour, as opposed to edges of code structure. */
const LEADS_ON: ReadonlySet<string> = new Set(['CALLS', 'EXECUTES', 'READS_FROM', 'WRITES_TO']);

/**
 * Graph nodes near the evidence whose text is not evidence yet, nearest first: they can answer a request for data at
 * once. Also, which of them the evidence leads to.
 */
function namesOf(turn: Turn): Pick<ChatInputs, 'definable' | 'called'> {
  const definable = showableNodes(turn, turn.graph)
    .filter((node) => !turn.evidence.some((item) => holds(item, node)))
    .toSorted((a, b) => a.depth - b.depth);
  const shown = new Set([
    ...turn.evidence.flatMap((item) => item.nodeKey ?? []),
    ...turn.graph.nodes
      .filter((node) => turn.evidence.some((item) => holds(item, node)))
      .map(({ key }) => key),
  ]);
  const reached = new Set(
    turn.graph.edges.filter(({ from, kind }) => LEADS_ON.has(kind) && shown.has(from)).map(({ to }) => to),
  );
  return {
    definable: definable.map(({ name }) => name),
    called: definable.filter(({ key }) => reached.has(key)).map(({ name }) => name),
  };
}

function holds(item: Evidence, node: GraphNodeRef): boolean {
  if (item.nodeKey === node.key) return true;
  if (item.path !== node.path || node.startLine === undefined) return false;
  return item.startLine <= node.startLine && node.startLine <= item.endLine;
}

/** What the turn is about, as prompts name it. */
function repositoryOf({ repository, scope }: HopContext['settings']): string {
  return (scope?.map((ref) => ref.repository) ?? [repository]).map(shownRepository).join(', ');
}
