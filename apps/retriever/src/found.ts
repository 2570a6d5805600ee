import type { RankedHit } from '@quarry/retrieval';
import type { Chunk } from '@quarry/search-index';
import {
  addEvidence,
  answerCall,
  currentPass,
  defined,
  namesWhatIsAsked,
  resolveNeed,
  shownSnapshot,
  specificNames,
  type EvidenceCandidate,
  type Need,
  type RetrievalMode,
  type Search,
  type SnapshotRef,
  type Turn,
  type TurnEventBody,
  type TurnPatch,
} from '@quarry/turn';
import { saysWhatIsAsked } from './says-what-is-asked';
import type { WholeHit } from './whole-definitions';

/** The results of a batch of queries; `lists` are in the order of `queries`. */
export interface Found {
  readonly ref: SnapshotRef;
  readonly queries: readonly string[];
  readonly lists: readonly (readonly WholeHit[])[];
  readonly mode: RetrievalMode;
  readonly fallback?: string;
  /** As in `Search`; empty if none. */
  readonly notSearched?: readonly string[];
}

export interface Collected {
  readonly patch: Required<Pick<TurnPatch, 'evidence' | 'searches' | 'needs'>>;
  readonly events: readonly TurnEventBody[];
  readonly hits: number;
  readonly added: number;
}

/** Adds hits to the turn: new evidence, a record of each search, and the needs that they resolve. */
export function collect(turn: Turn, found: Found): Collected {
  const pass = currentPass(turn);
  let { evidence, needs } = turn;
  const searches: Search[] = [...turn.searches];
  const events: TurnEventBody[] = [];
  found.queries.forEach((query, index) => {
    const hits = found.lists[index] ?? [];
    const step = addEvidence(
      evidence,
      hits.map((hit) => candidateOf(hit, found.mode, query)),
      pass,
    );
    evidence = step.evidence;
    const record: Search = {
      ...searchRecord(pass, found, query),
      hits: hits.length,
      added: step.added.length,
    };
    searches.push(record);
    events.push(searchMade(record, hits));
    // Vector search always returns something: a request for a name is resolved only by hits that contain the name, and
    // one in words by new ones that have its telling words. Without any, the need stays open.
    const byName = specificNames(query).length > 0;
    const telling = hits
      .filter(({ chunk }) =>
        byName
          ? namesWhatIsAsked(query, chunk.symbol, chunk.text, chunk.path)
          : saysWhatIsAsked(query, chunk),
      )
      .map(({ chunk }) => chunk.id);
    const fresh = new Set(step.added.map(({ n }) => n));
    const by = evidence
      .filter(({ id, n }) => telling.includes(id) && (byName || fresh.has(n)))
      .map(({ n }) => n);
    needs = resolveNeed(needs, query, by);
    // An agent sees all hits in order, and judges them itself.
    const call = needs.find((need) => need.call?.tool === 'search' && isOpen(need, query));
    if (call)
      needs = answerCall(needs, call.id, { by: step.numbers, ...noteOn(hits.length, found.fallback) });
  });
  return {
    patch: { evidence, searches, needs },
    events,
    hits: found.lists.reduce((sum, list) => sum + list.length, 0),
    added: evidence.length - turn.evidence.length,
  };
}

function isOpen(need: Need, text: string): boolean {
  return need.status === 'open' && need.text === text;
}

/** The note to an agent about its search, in addition to the hits. */
function noteOn(hits: number, fallback: string | undefined): { readonly note?: string } {
  const none = hits > 0 ? [] : ['nothing relevant was found; other words may find it, or lookup of a name'];
  const notes = [...(fallback === undefined ? [] : [fallback]), ...none];
  return notes.length > 0 ? { note: notes.join('; ') } : {};
}

/** The record of a search, with zero counts. */
export function searchRecord(
  pass: number,
  { ref, mode, fallback, notSearched = [] }: Pick<Found, 'ref' | 'mode' | 'fallback' | 'notSearched'>,
  query: string,
): Search {
  return {
    pass,
    mode,
    query,
    hits: 0,
    added: 0,
    index: shownSnapshot(ref),
    ...defined({ fallback }),
    ...(notSearched.length === 0 ? {} : { notSearched }),
  };
}

/** The log event of a search: its hits in order, with their relevance. */
export function searchMade(
  search: Search,
  hits: readonly RankedHit[],
): Extract<TurnEventBody, { type: 'search.made' }> {
  const { pass, mode, query, index, skipped } = search;
  return {
    type: 'search.made',
    pass,
    mode,
    query,
    hits: hits.map(({ chunk, relevance }) => ({ id: chunk.id, relevance })),
    ...defined({ index, skipped }),
  };
}

/** A hit as evidence; `foundBy` is a mode, or `related`. */
export function candidateOf(hit: WholeHit, foundBy: string, query: string): EvidenceCandidate {
  const { chunk } = hit;
  return {
    id: chunk.id,
    kind: 'chunk',
    text: chunk.text,
    path: chunk.path,
    startLine: chunk.startLine,
    endLine: chunk.endLine,
    language: chunk.language,
    relevance: hit.relevance,
    foundBy,
    query,
    ...defined({ rest: hit.rest }),
    ...optionalFields(chunk),
  };
}

function optionalFields(chunk: Chunk): Partial<EvidenceCandidate> {
  const { symbol, nodeKey, commit, title, url, document, offset } = chunk;
  const { format, sourceLines, pages, range, tableHead, section, sections, repository, snapshot } = chunk;
  return Object.fromEntries(
    Object.entries({
      repository,
      snapshot,
      symbol,
      nodeKey,
      commit,
      title,
      url,
      document,
      offset,
      format,
      sourceLines,
      pages,
      range,
      tableHead,
      section,
      sections,
    }).filter(([, value]) => value !== undefined),
  );
}
