import type { Evidence } from './evidence';
import type { NodeKey } from './ids';
import type { Miss, Need } from './need';

/** Version of the document's form. A service refuses a turn with a higher one. */
export const TURN_FORMAT = 1;

/** Typed ends of a turn; every accepted turn reaches exactly one. */
export const OUTCOMES = [
  'answered',
  'partial',
  'insufficient',
  'direct',
  'cancelled',
  'budget',
  'failed',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface Question {
  readonly original: string;
  /** 003 §0.1 `IsEnglish`. */
  readonly isEnglish: boolean;
  /** The question that prompts use; null until `translate_in_if_needed` ran. */
  readonly english: string | null;
  /** True where translation was needed and no model could do it: the original is used as it is. */
  readonly untranslated?: boolean;
}

export interface HistoryEntry {
  readonly question: string;
  readonly answer: string;
}

/** Conversation history for prompts (003 §2): the rolling summary and the raw turns since. */
export interface TurnHistory {
  readonly summary: { readonly text: string; readonly version: number; readonly upTo: number } | null;
  readonly recent: readonly HistoryEntry[];
  /** Sequence number of the newest entry in `recent`; 0 where there is none. */
  readonly lastSeq: number;
  /** What is injected into prompts, within `max_history_tokens`. */
  readonly forPrompt: string;
}

export const RETRIEVAL_MODES = ['semantic', 'semantic_rerank', 'bm25', 'hybrid'] as const;
export type RetrievalMode = (typeof RETRIEVAL_MODES)[number];

/** 003 §3.2 `RetrievalPlan`: how to search and for what. */
export interface Plan {
  readonly mode: RetrievalMode | 'direct';
  readonly queries: readonly string[];
  readonly filter?: PlanFilter;
}

/** Narrowing that applies before ranking, and to what the graph brings. */
export interface PlanFilter {
  readonly pathPrefixes?: readonly string[];
  readonly languages?: readonly string[];
}

/** One executed search or lookup, kept for the gap report and for the repeated-query rule. */
export interface Search {
  readonly pass: number;
  readonly mode: RetrievalMode | 'graph';
  readonly query: string;
  /** Hits above the relevance floor. */
  readonly hits: number;
  /** New evidence that it brought. */
  readonly added: number;
  /** Set where another mode than asked for was used, with the reason. */
  readonly fallback?: string;
}

export interface GraphNodeRef {
  readonly key: NodeKey;
  readonly kind: string;
  readonly name: string;
  readonly path?: string;
  readonly startLine?: number;
  readonly language?: string;
  /** Edges away from the nearest entry node. */
  readonly depth: number;
}

export interface GraphEdgeRef {
  readonly from: NodeKey;
  readonly to: NodeKey;
  readonly kind: string;
}

/** The part of the code graph that the turn has seen; grows over the passes. */
export interface Neighborhood {
  readonly entries: readonly NodeKey[];
  readonly nodes: readonly GraphNodeRef[];
  readonly edges: readonly GraphEdgeRef[];
}

/** What the answer prompt is given as evidence (003 §6), with what it cost. */
export interface ContextPack {
  readonly text: string;
  readonly tokens: number;
  /** Evidence numbers that are in it. */
  readonly items: readonly number[];
  readonly condensed: boolean;
}

/** The last reply of a model, before a `handle_prefix` step has read it. */
export interface Reply {
  readonly protocol: string;
  readonly text: string;
  readonly model: string;
  /** True where the extractive responder wrote it: no model was asked. */
  readonly extractive: boolean;
}

export interface Citation {
  /** Evidence number. */
  readonly n: number;
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly commit?: string;
  readonly symbol?: string;
  readonly url?: string;
  /** Pass that found the evidence. */
  readonly pass: number;
}

export interface Answer {
  readonly english: string;
  /** In the asker's language; equal to `english` where nothing was translated. */
  readonly text: string;
  readonly citations: readonly Citation[];
  /** Citation marks that pointed at no evidence and were taken out of the text. */
  readonly removedCitations: readonly string[];
  /** Model id, or `extractive` where no model wrote it. */
  readonly writtenBy: string;
}

/** Consumption so far. */
export interface Spent {
  /** Follow-up iterations so far (003 `turn_loop_counter`); the running pass is `loops + 1`. */
  readonly loops: number;
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Why another pass was refused, or null while none was. */
export interface Stop {
  readonly rule: string;
  readonly reason: string;
}

/** One question on its way: plain, readonly and JSON-safe. Lists append only. Groups are read and written one by one. */
export interface Turn {
  readonly format: number;
  readonly id: string;
  readonly tenant: string;
  readonly session: string;
  /** `name@digest`: a turn keeps the pipeline that it began with. */
  readonly pipeline: string;
  /** Milliseconds since the epoch. */
  readonly askedAt: number;
  readonly deadline: number;
  readonly question: Question;
  readonly history: TurnHistory;
  readonly plan: Plan | null;
  readonly searches: readonly Search[];
  readonly evidence: readonly Evidence[];
  readonly graph: Neighborhood;
  readonly needs: readonly Need[];
  readonly misses: readonly Miss[];
  readonly context: ContextPack | null;
  readonly reply: Reply | null;
  readonly answer: Answer | null;
  readonly spent: Spent;
  readonly stop: Stop | null;
  readonly end: TurnEnd | null;
}

export interface TurnEnd {
  readonly outcome: Outcome;
  readonly reason: string;
  /** Fault code where the outcome is `failed`. */
  readonly code?: string;
}

/** Names of the groups that an action may write. */
export const TURN_GROUPS = [
  'question',
  'history',
  'plan',
  'searches',
  'evidence',
  'graph',
  'needs',
  'misses',
  'context',
  'reply',
  'answer',
  'spent',
  'stop',
  'end',
] as const satisfies readonly (keyof Turn)[];
export type TurnGroup = (typeof TURN_GROUPS)[number];

/** What a hop changed. */
export type TurnPatch = { readonly [G in TurnGroup]?: Turn[G] };

export interface NewTurn {
  readonly id: string;
  readonly tenant: string;
  readonly session: string;
  readonly pipeline: string;
  readonly question: string;
  readonly isEnglish: boolean;
  readonly filter?: PlanFilter;
  readonly askedAt: number;
  readonly deadline: number;
}

/** The document as the gateway opens it. */
export function openTurn(request: NewTurn): Turn {
  return {
    format: TURN_FORMAT,
    id: request.id,
    tenant: request.tenant,
    session: request.session,
    pipeline: request.pipeline,
    askedAt: request.askedAt,
    deadline: request.deadline,
    question: { original: request.question, isEnglish: request.isEnglish, english: null },
    history: { summary: null, recent: [], lastSeq: 0, forPrompt: '' },
    plan: request.filter ? { mode: 'hybrid', queries: [], filter: request.filter } : null,
    searches: [],
    evidence: [],
    graph: { entries: [], nodes: [], edges: [] },
    needs: [],
    misses: [],
    context: null,
    reply: null,
    answer: null,
    spent: { loops: 0, modelCalls: 0, inputTokens: 0, outputTokens: 0 },
    stop: null,
    end: null,
  };
}

/** Number of the running pass, from 1. */
export function currentPass(turn: Pick<Turn, 'spent'>): number {
  return turn.spent.loops + 1;
}
