import type { Evidence } from './evidence';
import type { NodeKey } from './ids';
import type { Miss, Need } from './need';

/** Version of the document's form. A service refuses a turn with a higher one. */
export const TURN_FORMAT = 2;

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
  /** A follow-up rewritten so that it can be understood, and searched for, without the conversation. */
  readonly standalone?: string;
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
  /** 002 §1: `complex` needs several components, examples or details. */
  readonly complexity?: 'simple' | 'complex';
  /** 002 §1 `key_components`: names and concepts that the question is about. */
  readonly components?: readonly string[];
  /** 002 §1 `potential_follow_ups`: kinds of further information that may be needed. */
  readonly followUps?: readonly string[];
  /** Hits per query; the step's or the pipeline's `top_k` where absent. */
  readonly topK?: number;
  /** Most evidence items in the answer's context, best first; no limit where absent (002 §2, step 6). */
  readonly limit?: number;
}

/** Narrowing that applies before ranking, and to what the graph brings. */
export interface PlanFilter {
  readonly pathPrefixes?: readonly string[];
  readonly languages?: readonly string[];
}

/** One executed search or lookup, kept for the gap report and for the repeated-query rule. */
export interface Search {
  readonly pass: number;
  /** `section`: text fetched by its place rather than searched for. */
  readonly mode: RetrievalMode | 'graph' | 'section';
  readonly query: string;
  /** Hits above the relevance floor. */
  readonly hits: number;
  /** New evidence that it brought. */
  readonly added: number;
  /** Set where another mode than asked for was used, with the reason. */
  readonly fallback?: string;
  /** Set where the search was not made, with the reason: it says the same as an earlier one (004, deduplication). */
  readonly skipped?: string;
  /** What was searched: `repository@snapshot`. */
  readonly index?: string;
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

/** A judgement of what was found, by a model or by the extractive responder (002 §2 step 4, 004 "Gap Analysis", "Self-Critique"). */
export interface Assessment {
  readonly pass: number;
  /** Reply protocol that it was given in: `completeness`, `gaps` or `critique`. */
  readonly by: string;
  /** False also where the judgement could not be read: that is not "complete". */
  readonly complete: boolean;
  /** Aspects of the question that the evidence answers. */
  readonly answered: readonly string[];
  /** What is missing, in words. */
  readonly missing: readonly string[];
  /** Where pieces of evidence say different things. */
  readonly contradictions: readonly string[];
  /** Queries that would find what is missing. */
  readonly followUps: readonly string[];
}

export const CLAIM_STATUSES = ['supported', 'inferred', 'unsupported', 'contradicted'] as const;
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

/** A sentence of the answer, held against the evidence. */
export interface Claim {
  /** The sentence as it stands in `answer.english`. */
  readonly text: string;
  /** Evidence numbers that it cites. */
  readonly cites: readonly number[];
  readonly status: ClaimStatus;
  /** What decided: names, numbers and quotes compared by code, nearness of meaning, or a model. */
  readonly by: 'code' | 'embedding' | 'model';
  /** One clause: why. */
  readonly why: string;
}

/** What the session remembered when the turn began (000, "Session Caching"). */
export interface SessionMemory {
  /** Evidence numbers that came from the session's cache. */
  readonly recalled: readonly number[];
  /** Pieces in the cache that were not relevant enough to this question. */
  readonly passedOver: number;
  /** Requests of earlier turns that were not found, and are not looked for again. */
  readonly notFound: readonly { readonly text: string; readonly why: string }[];
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
  /** Title of the document, where it has one. */
  readonly title?: string;
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
  /** Pass after which it was written; answers of earlier passes are replaced. */
  readonly pass?: number;
  /** Set where its writer says that the evidence is not sufficient: what is lacking. */
  readonly insufficient?: string;
  /** Contradictions in the evidence that its writer names. */
  readonly contradictions?: readonly string[];
}

/** One call of a model. */
export interface ModelCall {
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** One call of a model as the turn keeps it: who made it, and what it cost by the pipeline's price table. */
export interface PaidCall extends ModelCall {
  readonly step: string;
  /** In the price table's currency; null where the table has no price for the model. */
  readonly cost: number | null;
}

/** Consumption so far. */
export interface Spent {
  /** Follow-up iterations so far (003 `turn_loop_counter`); the running pass is `loops + 1`. */
  readonly loops: number;
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Every model call, oldest first; they add up to the fields above. */
  readonly calls: readonly PaidCall[];
}

/** Depths of retrieval that a question can be asked with (000, "Future Considerations"). */
export const DEPTHS = ['fast', 'auto', 'deep'] as const;
/** `fast`: one pass · `auto`: as the pipeline says · `deep`: more hits and more passes. */
export type Depth = (typeof DEPTHS)[number];

/** What a question may spend; where the pipeline has a limit as well, the smaller one holds. */
export interface Budget {
  /** Model tokens, in and out. */
  readonly tokens?: number;
  /** Money, in the currency of the pipeline's price table. */
  readonly cost?: number;
  /** Seconds from the question to the end of the turn. */
  readonly seconds?: number;
}

/** Wishes of the one who asks, beside the question. */
export interface TurnOptions {
  readonly depth: Depth;
  readonly budget: Budget;
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
  readonly options: TurnOptions;
  readonly question: Question;
  readonly history: TurnHistory;
  readonly plan: Plan | null;
  readonly searches: readonly Search[];
  readonly evidence: readonly Evidence[];
  readonly graph: Neighborhood;
  readonly needs: readonly Need[];
  readonly misses: readonly Miss[];
  readonly memory: SessionMemory | null;
  readonly assessments: readonly Assessment[];
  readonly context: ContextPack | null;
  readonly reply: Reply | null;
  readonly answer: Answer | null;
  /** Sentences of the answer, checked; null until `verify_claims` ran. */
  readonly claims: readonly Claim[] | null;
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
  'memory',
  'assessments',
  'context',
  'reply',
  'answer',
  'claims',
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
  readonly options?: Partial<TurnOptions>;
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
    options: { depth: 'auto', budget: {}, ...request.options },
    question: { original: request.question, isEnglish: request.isEnglish, english: null },
    history: { summary: null, recent: [], lastSeq: 0, forPrompt: '' },
    plan: request.filter ? { mode: 'hybrid', queries: [], filter: request.filter } : null,
    searches: [],
    evidence: [],
    graph: { entries: [], nodes: [], edges: [] },
    needs: [],
    misses: [],
    memory: null,
    assessments: [],
    context: null,
    reply: null,
    answer: null,
    claims: null,
    spent: NOTHING_SPENT,
    stop: null,
    end: null,
  };
}

/** What a turn has spent when it is opened. */
export const NOTHING_SPENT: Spent = { loops: 0, modelCalls: 0, inputTokens: 0, outputTokens: 0, calls: [] };

/** Number of the running pass, from 1. */
export function currentPass(turn: Pick<Turn, 'spent'>): number {
  return turn.spent.loops + 1;
}
