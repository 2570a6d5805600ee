import type { RetrievalMode, SearchMode } from './retrieval-modes';

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
  readonly tasks?: TaskPlan;
  /** Hits per query; the step's or the pipeline's `top_k` where absent. */
  readonly topK?: number;
  /** Most evidence items in the answer's context, best first; no limit where absent (002 §2, step 6). */
  readonly limit?: number;
}

/** What to read, compute and write, planned before anything was seen (001, "Planner Mode"). */
export interface TaskPlan {
  /** Sections to read, by id or title, and what to find in each. */
  readonly fetch: readonly { readonly section: string; readonly item: string }[];
  /** Expressions over the labels of values that the sections are to give, or of earlier results. */
  readonly compute: readonly { readonly label: string; readonly expression: string }[];
  /** What the answer is to say. */
  readonly synthesis: string;
}

/** Narrowing that applies before ranking, and to what the graph brings. */
export interface PlanFilter {
  readonly pathPrefixes?: readonly string[];
  readonly languages?: readonly string[];
}

/** One executed search or lookup, kept for the gap report and for the repeated-query rule. */
export interface Search {
  readonly pass: number;
  readonly mode: SearchMode;
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
  /** Repositories of the turn that were left out, because others were likelier to hold what was asked for. */
  readonly notSearched?: readonly string[];
}
