import { Inject, Injectable } from '@nestjs/common';
import type { Embedder } from '@quarry/embedder';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import { EMBEDDER, SEARCH_INDEX, SNAPSHOTS, type SnapshotResolver } from '@quarry/platform';
import type { SearchIndex } from '@quarry/search-index';
import {
  addEvidence,
  currentPass,
  passesFilter,
  type Evidence,
  type EvidenceCandidate,
  type Turn,
} from '@quarry/turn';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { candidateOf, searchMade, searchRecord } from '../found';
import type { RankedHit } from '../modes/mode';
import { Retrieval, wantedMode, type Asked, type Stores } from '../retrieval';

export class RelatedParams {
  /** Documents that are looked around: those of the pass's most relevant pieces; 3 by default. */
  @IsOptional() @IsInt() @Min(1) @Max(50) documents?: number;
  /** Pieces that are added for each of them, at most; 2 by default. */
  @IsOptional() @IsInt() @Min(1) @Max(50) per_document?: number;
}

/** Hits of one place around a found piece. */
interface Around {
  readonly anchor: Evidence;
  readonly asked: Asked;
}

/**
 * 002 §3, `include_series`: around the best pieces that this pass found, further pieces of the same document, then of the same folder
 * (a topic of documents), as far as they are relevant to the query that found the piece. `none`: nothing was added.
 */
@Injectable()
@Action({ name: 'fetch_related_documents', outcomes: ['ok', 'none'], params: RelatedParams })
export class FetchRelatedDocumentsAction implements ActionHandler<RelatedParams> {
  private readonly stores: Stores;

  constructor(
    @Inject(SEARCH_INDEX) index: SearchIndex,
    @Inject(EMBEDDER) embedder: Embedder | null,
    @Inject(SNAPSHOTS) snapshots: SnapshotResolver,
  ) {
    this.stores = { index, embedder, snapshots };
  }

  async run(turn: Turn, params: RelatedParams, context: HopContext): Promise<ActionResult> {
    const { documents = 3, per_document: most = 2 } = params;
    const anchors = bestOfPass(turn, documents);
    if (anchors.length === 0) return { outcome: 'none', note: 'this pass found nothing to look around' };
    const retrieval = await Retrieval.open(this.stores, wantedMode(turn, undefined), context.settings);
    const places = anchors.flatMap((anchor) => placesAround(anchor, turn, most));
    const lists = await retrieval.search(
      places.map(({ asked }) => asked),
      context.signal,
    );
    const pass = currentPass(turn);
    let { evidence } = turn;
    for (const anchor of anchors) {
      const found = places.flatMap((place, at) =>
        place.anchor === anchor ? fresh(lists[at] ?? [], evidence, turn) : [],
      );
      const nearest = distinct(found).toSorted((a, b) => distance(a, anchor) - distance(b, anchor));
      evidence = addEvidence(evidence, nearest.slice(0, most).map(related(anchor)), pass).evidence;
      const record = { ...searchRecord(pass, retrieval, anchor.query), hits: nearest.length };
      await context.emit({ ...searchMade(record, nearest), mode: 'related' });
    }
    const added = evidence.slice(turn.evidence.length);
    const where = [...new Set(added.map(({ path }) => path))].join(', ');
    return added.length === 0
      ? { outcome: 'none', note: 'nothing relevant beside what was found' }
      : { outcome: 'ok', patch: { evidence }, note: `${added.length} related: ${where}` };
  }
}

/** The best piece of each document that this pass found, most relevant first. */
function bestOfPass(turn: Turn, documents: number): readonly Evidence[] {
  const best = new Map<string, Evidence>();
  const ranked = turn.evidence
    .filter((item) => item.pass === currentPass(turn) && item.kind === 'chunk' && item.foundBy !== 'session')
    .toSorted((a, b) => b.relevance - a.relevance || a.n - b.n);
  for (const item of ranked) {
    const document = item.document ?? item.path;
    if (!best.has(document)) best.set(document, item);
  }
  return [...best.values()].slice(0, documents);
}

/**
 * Searches for the query that found a piece, within its document and within its folder; wide enough to see past what is known. A file of
 * many documents is their topic.
 */
function placesAround(anchor: Evidence, turn: Turn, most: number): Around[] {
  const folder = anchor.path.split('/').slice(0, -1).join('/');
  const wider = folder === '' || anchor.document !== undefined ? [] : [folder];
  return [anchor.path, ...wider].map((prefix) => {
    const filter = { ...turn.plan?.filter, pathPrefixes: [prefix] };
    const known = turn.evidence.filter((item) => passesFilter(filter, item)).length;
    return { anchor, asked: { query: anchor.query, topK: known + most, filter } };
  });
}

/** What is not evidence yet, and passes the question's own filter: a folder may be wider than it. */
function fresh(hits: readonly RankedHit[], evidence: readonly Evidence[], turn: Turn): RankedHit[] {
  return hits.filter(
    ({ chunk }) => passesFilter(turn.plan?.filter, chunk) && !evidence.some((item) => item.id === chunk.id),
  );
}

function distinct(hits: readonly RankedHit[]): RankedHit[] {
  return hits.filter((hit, at) => hits.findIndex(({ chunk }) => chunk.id === hit.chunk.id) === at);
}

/** Pieces of the same document come first; a stable sort keeps the order of relevance otherwise. */
function distance({ chunk }: RankedHit, anchor: Evidence): number {
  return chunk.path === anchor.path && chunk.document === anchor.document ? 0 : 1;
}

function related(anchor: Evidence): (hit: RankedHit) => EvidenceCandidate {
  return (hit) => ({ ...candidateOf(hit, 'related', anchor.query), relatedTo: anchor.n });
}
