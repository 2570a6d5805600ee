import { requestsOf } from '../report/extraction-report';
import { gapsOf } from './gaps';
import { MODE_TRAITS, findRetrievalMode } from '../plan/retrieval-modes';
import { currentPass, passesOf, type Turn } from '../turn/turn';

/** What the passes asked for and found (000, "Response Metadata"). */
export interface CgragMetadata {
  /** Rounds of retrieval, from 1. */
  readonly passesUsed: number;
  /** What was asked for between passes, each once. */
  readonly gapsIdentified: readonly string[];
  /** Those that were found in any pass. */
  readonly gapsResolved: readonly string[];
  /** All others: not found, or not looked for since the loop ended. */
  readonly gapsUnresolved: readonly string[];
  /** Session to go on with. */
  readonly sessionId: string;
  /** True where evidence came from the session's cache. */
  readonly contextFromCache: boolean;
}

/**
 * What the passes did; null where nothing was looked for. Identified gaps are the requests of all passes, each once by its canonical form (`class X`
 * and `X` are one), as it was first written; resolved is what some pass found, unresolved the rest: together they are what was identified.
 */
export function cgragMetadata(turn: Turn): CgragMetadata | null {
  const contextFromCache = (turn.memory?.recalled.length ?? 0) > 0;
  if (passesOf(turn) === 0 && !contextFromCache) return null;
  const gaps = gapsOf(requestsOf(turn));
  const resolved = gaps.filter(({ status }) => status === 'resolved');
  const unresolved = gaps.filter(({ status }) => status !== 'resolved');
  return {
    passesUsed: currentPass(turn),
    gapsIdentified: gaps.map(({ text }) => text),
    gapsResolved: resolved.map(({ text }) => text),
    gapsUnresolved: unresolved.map(({ text }) => text),
    sessionId: turn.session,
    contextFromCache,
  };
}

/** How the evidence was looked for (000, `SearchQuality`). */
export interface SearchQuality {
  /** A search by meaning was made. */
  readonly semanticSearched: boolean;
  /** A full-text search was made. */
  readonly ftsSearched: boolean;
  /** The code graph was asked: by name, or around what was found. */
  readonly graphSearched: boolean;
  /** Hits above the relevance floor, of all searches, before what is there twice is taken out. */
  readonly resultsFound: number;
  /** Pieces of evidence in the answer's prompt; of the whole turn while there is none. */
  readonly resultsUsed: number;
  /** Relevance of the best piece, 0 to 1; null where nothing was found. */
  readonly bestRelevance: number | null;
  /** Why another mode than asked for was used, each reason once. */
  readonly fallbacks: readonly string[];
}

/** How the evidence was looked for; null where nothing was. Skipped searches do not count as made. */
export function searchQuality(turn: Turn): SearchQuality | null {
  if (turn.searches.length === 0) return null;
  const made = turn.searches.filter(({ skipped }) => skipped === undefined);
  const modes = new Set<string>(made.map(({ mode }) => mode));
  const traits = [...modes].flatMap((mode) => findRetrievalMode(mode) ?? []).map((mode) => MODE_TRAITS[mode]);
  return {
    semanticSearched: traits.some(({ byMeaning }) => byMeaning),
    ftsSearched: traits.some(({ byWords }) => byWords),
    graphSearched: modes.has('graph') || turn.graph.nodes.length > 0,
    resultsFound: made.reduce((sum, { hits }) => sum + hits, 0),
    resultsUsed: turn.context?.items.length ?? turn.answer?.evidenceShown ?? turn.evidence.length,
    bestRelevance: best(turn.evidence),
    fallbacks: [...new Set(turn.searches.flatMap(({ fallback }) => fallback ?? []))],
  };
}

function best(evidence: Turn['evidence']): number | null {
  return evidence.length === 0 ? null : Math.max(...evidence.map(({ relevance }) => relevance));
}
