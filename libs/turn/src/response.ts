import { degradedSentences, type StoreName } from './degraded';
import { requestsOf } from './extraction-report';
import { normalizeQuery, trimEndOf } from './need';
import type { Claim } from './answer';
import { currentPass, passesOf, type Turn } from './turn';

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
  const gaps = new Map<string, { readonly text: string; resolved: boolean }>();
  for (const { text, status } of requestsOf(turn)) {
    const key = gapKey(text);
    const gap = gaps.get(key) ?? { text, resolved: false };
    gaps.set(key, { ...gap, resolved: gap.resolved || status === 'resolved' });
  }
  const all = [...gaps.values()];
  return {
    passesUsed: currentPass(turn),
    gapsIdentified: all.map(({ text }) => text),
    gapsResolved: all.filter(({ resolved }) => resolved).map(({ text }) => text),
    gapsUnresolved: all.filter(({ resolved }) => !resolved).map(({ text }) => text),
    sessionId: turn.session,
    contextFromCache,
  };
}

const KINDS = 'function|method|class|type|interface|struct|enum|trait|table|view|procedure|trigger|module';
const OF_A_KIND = new RegExp(`^(?:the )?(?:(?:${KINDS}) (\\S+)|(\\S+) (?:${KINDS}))$`);

/** The request in canonical form; `class X`, `the X class` and `X` are one. */
function gapKey(text: string): string {
  const plain = normalizeQuery(text);
  const [, behind, before] = OF_A_KIND.exec(plain) ?? [];
  return behind ?? before ?? plain;
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
  return {
    semanticSearched: ['semantic', 'semantic_rerank', 'hybrid'].some((mode) => modes.has(mode)),
    ftsSearched: ['bm25', 'hybrid'].some((mode) => modes.has(mode)),
    graphSearched: modes.has('graph') || turn.graph.nodes.length > 0,
    resultsFound: made.reduce((sum, { hits }) => sum + hits, 0),
    resultsUsed: turn.context?.items.length ?? turn.evidence.length,
    bestRelevance: best(turn.evidence),
    fallbacks: [...new Set(turn.searches.flatMap(({ fallback }) => fallback ?? []))],
  };
}

export const CONFIDENCE_LEVELS = ['high', 'medium', 'low'] as const;
export type ConfidenceLevel = (typeof CONFIDENCE_LEVELS)[number];

/** How far the answer can be relied on, and the one sentence that says why. */
export interface Confidence {
  readonly level: ConfidenceLevel;
  readonly disclaimer: string;
}

/** Best relevance of cited evidence below which the answer counts as loosely related. */
const LOOSE = 0.4;

/**
 * The confidence of an ended turn; null while it runs. The first that holds decides:
 *
 * low · no answer, or an end that is `failed` or `cancelled` · nothing was looked up (`direct`) · nothing cited · a sentence that
 * the evidence contradicts · more than half of the checked sentences unsupported
 *
 * medium · requested items not found, unless the evidence was judged complete after all · a store of evidence was away · time, tokens or money ran out · any other end than `answered` · contradictions in the evidence ·
 * an unsupported sentence · citations that pointed at nothing · best cited relevance below 0.4 · no language model wrote it
 *
 * high · everything else
 */
export function confidenceOf(turn: Turn): Confidence | null {
  if (!turn.end) return null;
  for (const level of ['low', 'medium'] as const)
    for (const doubt of level === 'low' ? LOW : MEDIUM) {
      const disclaimer = doubt(turn);
      // Reasons of others may end in a full stop already.
      if (disclaimer !== null) return { level, disclaimer: `${trimEndOf(disclaimer, '. ')}.` };
    }
  return {
    level: 'high',
    disclaimer: 'Every citation was checked against the index; it is as old as the index.',
  };
}

/** Stores that evidence comes from. */
const FOR_EVIDENCE: ReadonlySet<StoreName> = new Set(['search', 'graph']);

/** One reason for doubt: the sentence that says it, or null where it does not hold. */
type Doubt = (turn: Turn) => string | null;

const LOW: readonly Doubt[] = [
  ({ end, answer }) =>
    !answer || end?.outcome === 'failed' || end?.outcome === 'cancelled'
      ? `There is no answer: ${end?.reason ?? 'the turn did not end'}.`
      : null,
  ({ end }) => (end?.outcome === 'direct' ? 'Nothing was looked up: this is general knowledge.' : null),
  ({ answer }) => (answer?.citations.length === 0 ? 'No evidence supports this answer.' : null),
  ({ claims }) => {
    const n = count(claims, 'contradicted');
    return n > 0 ? `The evidence contradicts ${sentences(n)} of this answer.` : null;
  },
  ({ claims }) =>
    count(claims, 'unsupported') > (claims?.length ?? 0) / 2
      ? 'The evidence does not support most of this answer.'
      : null,
];

const MEDIUM: readonly Doubt[] = [
  (turn) => {
    const gaps = cgragMetadata(turn);
    if (!gaps || gaps.gapsUnresolved.length === 0 || turn.assessments.at(-1)?.complete === true) return null;
    const { gapsIdentified, gapsUnresolved } = gaps;
    const few = gapsUnresolved.slice(0, 3).join(', ');
    const more = gapsUnresolved.length > 3 ? ` and ${gapsUnresolved.length - 3} more` : '';
    return `${gapsUnresolved.length} of ${gapsIdentified.length} requested items were not found: ${few}${more}.`;
  },
  ({ degraded }) => {
    const [first] = degradedSentences(degraded?.filter(({ store }) => FOR_EVIDENCE.has(store)));
    return first === undefined ? null : `It was answered ${first}`;
  },
  ({ end }) => (end?.outcome === 'budget' ? `The answer is the best so far: ${end.reason}.` : null),
  ({ end }) =>
    end && end.outcome !== 'answered' ? `The evidence may not be complete: ${end.reason}.` : null,
  ({ answer }) =>
    (answer?.contradictions?.length ?? 0) > 0
      ? `The evidence contradicts itself: ${answer?.contradictions?.join('; ') ?? ''}.`
      : null,
  ({ claims }) => {
    const n = count(claims, 'unsupported');
    return n > 0 ? `The evidence does not support ${sentences(n)} of this answer.` : null;
  },
  ({ answer }) =>
    (answer?.removedCitations.length ?? 0) > 0 ? 'Citations that pointed at nothing were taken out.' : null,
  ({ answer, evidence }) => {
    const cited = new Set(answer?.citations.map(({ n }) => n));
    const relevance = best(evidence.filter(({ n }) => cited.has(n)));
    return relevance !== null && relevance < LOOSE
      ? 'The evidence is only loosely related to the question.'
      : null;
  },
  ({ answer }) =>
    answer?.writtenBy === 'extractive'
      ? 'No language model wrote this: it quotes what is most relevant.'
      : null,
];

function count(claims: readonly Claim[] | null, status: Claim['status']): number {
  return claims?.filter((claim) => claim.status === status).length ?? 0;
}

function sentences(n: number): string {
  return n === 1 ? 'a sentence' : `${n} sentences`;
}

function best(evidence: Turn['evidence']): number | null {
  return evidence.length === 0 ? null : Math.max(...evidence.map(({ relevance }) => relevance));
}
