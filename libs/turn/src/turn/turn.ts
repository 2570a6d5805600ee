import type { Answer, Claim, Reply } from '../answer/answer';
import type { Degradation } from './degraded';
import type { SnapshotPaths } from '../identity/ids';
import type { Evidence } from '../evidence/evidence';
import type { Calculation, Extraction, Finding, Outline } from '../evidence/finding';
import type { Miss, Need } from '../need/need';
import type { Neighborhood } from '../evidence/neighborhood';
import type { Plan, PlanFilter, Search } from '../plan/plan';
import { NOTHING_SPENT, type Spent, type TurnOptions } from './spent';
import type { IndexCoverage } from '../evidence/index-coverage';
import type { IndexNotice } from './index-notice';
import type { StepRead } from './step-read';

/** Version of the document's form. A service refuses a turn with a higher one; a new group that older services may leave alone needs none. */
export const TURN_FORMAT = 6;

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
  /** The parts of the question that the code graph answered, and the rest, with which the turn continues. */
  readonly listed?: ListedParts;
}

/** Of a question that asks several things, what the code graph lists. */
export interface ListedParts {
  /** The lists as Markdown with citations; they come before the answer to the rest. */
  readonly text: string;
  /** The rest of the question. */
  readonly rest: string;
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
  /** The files that the earlier turns named; absent if they are unknown. */
  readonly sources?: readonly SnapshotPaths[];
}

/** What the answer prompt is given as evidence (003 §6), with what it cost. */
export interface ContextPack {
  readonly text: string;
  readonly tokens: number;
  /** Evidence numbers that are in it. */
  readonly items: readonly number[];
  readonly condensed: boolean;
  /** Relations of the code graph that are in it, so that a later pass adds others; absent if there are none. */
  readonly relations?: {
    /** Short hashes of the relations. */
    readonly shown: readonly string[];
    readonly tokens: number;
  };
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

/** What the session remembered when the turn began (000, "Session Caching"). */
export interface SessionMemory {
  /** Evidence numbers that came from the session's cache. */
  readonly recalled: readonly number[];
  /** Pieces in the cache that were not relevant enough to this question. */
  readonly passedOver: number;
  /** Requests of earlier turns that were not found, and are not looked for again. */
  readonly notFound: readonly { readonly text: string; readonly why: string }[];
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
  /** Measured by the first search, null before; a document of an older service lacks it. */
  readonly standing?: IndexCoverage | null;
  readonly evidence: readonly Evidence[];
  readonly graph: Neighborhood;
  readonly needs: readonly Need[];
  readonly misses: readonly Miss[];
  readonly memory: SessionMemory | null;
  readonly assessments: readonly Assessment[];
  /** The section tree as prompts show it; documents of an older service lack this group and the three below. */
  readonly outline?: Outline | null;
  /** Values with provenance (001), appended only. */
  readonly findings?: readonly Finding[];
  readonly calculations?: readonly Calculation[];
  readonly extraction?: Extraction | null;
  readonly context: ContextPack | null;
  readonly reply: Reply | null;
  readonly answer: Answer | null;
  /** Sentences of the answer, checked; null until `verify_claims` ran. */
  readonly claims: readonly Claim[] | null;
  /** Steps that did without a store that was away; a document of an older service lacks it. */
  readonly degraded?: readonly Degradation[];
  /** What the index lacked when the turn was asked; a document of an older service lacks it. */
  readonly indexing?: readonly IndexNotice[];
  /** What steps got from stores, for a replay; a document of an older service lacks it. */
  readonly reads?: readonly StepRead[];
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
  'standing',
  'evidence',
  'graph',
  'needs',
  'misses',
  'memory',
  'assessments',
  'outline',
  'findings',
  'calculations',
  'extraction',
  'context',
  'reply',
  'answer',
  'claims',
  'degraded',
  'indexing',
  'reads',
  'spent',
  'stop',
  'end',
] as const satisfies readonly (keyof Turn)[];
export type TurnGroup = (typeof TURN_GROUPS)[number];

/** The groups before any hop wrote them. A carrier keeps none that is as it is here. Frozen, as all turns share them. */
export const EMPTY_GROUPS: Omit<Pick<Turn, TurnGroup>, 'question'> = freeze({
  history: { summary: null, recent: [], lastSeq: 0, forPrompt: '' },
  plan: null,
  searches: [],
  standing: null,
  evidence: [],
  graph: { entries: [], nodes: [], edges: [] },
  needs: [],
  misses: [],
  memory: null,
  assessments: [],
  outline: null,
  findings: [],
  calculations: [],
  extraction: null,
  context: null,
  reply: null,
  answer: null,
  claims: null,
  degraded: [],
  indexing: [],
  reads: [],
  spent: NOTHING_SPENT,
  stop: null,
  end: null,
});

function freeze<T extends object>(value: T): T {
  for (const part of Object.values(value) as unknown[])
    if (typeof part === 'object' && part !== null) freeze(part);
  return Object.freeze(value);
}

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
  /** What it lacks from its beginning. */
  readonly degraded?: readonly Degradation[];
  /** What its index lacks. */
  readonly indexing?: readonly IndexNotice[];
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
    ...EMPTY_GROUPS,
    ...(request.filter ? { plan: { mode: 'hybrid', queries: [], filter: request.filter } } : {}),
    ...(request.degraded ? { degraded: request.degraded } : {}),
    ...(request.indexing ? { indexing: request.indexing } : {}),
  };
}

/** Passes that looked for something; 0 where nothing was looked for. */
export function passesOf(turn: Pick<Turn, 'spent' | 'searches' | 'extraction'>): number {
  return turn.searches.length === 0 && !turn.extraction ? 0 : currentPass(turn);
}

/** Number of the running pass, from 1. */
export function currentPass(turn: Pick<Turn, 'spent'>): number {
  return turn.spent.loops + 1;
}
