import { Inject, Injectable, Optional } from '@nestjs/common';
import type { Embedder } from '@quarry/embedder';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import { EMBEDDER, RERANKER, SEARCH_INDEX, SNAPSHOTS, type SnapshotResolver } from '@quarry/platform';
import { type Asked, type RankedHit, Retrieval, type Stores, wantedMode } from '@quarry/retrieval';
import type { Chunk, SearchReader } from '@quarry/search-index';
import { addEvidence, currentPass, passesFilter, type Evidence, type Turn } from '@quarry/turn';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { candidateOf, searchMade, searchRecord } from '../found';

export class RelatedParams {
  /** Number of documents to expand: those of the pass's most relevant pieces; 3 by default. */
  @IsOptional() @IsInt() @Min(1) @Max(50) documents?: number;
  /** Maximum pieces of the same document to add for each, the nearest in the text; 2 by default. */
  @IsOptional() @IsInt() @Min(0) @Max(50) pieces?: number;
  /** Maximum pieces of other documents in its folder to add for each, the most relevant; 2 by default. */
  @IsOptional() @IsInt() @Min(0) @Max(50) siblings?: number;
}

/** Relevance of an adjacent piece, which no search measured, as a share of the found piece's relevance. */
const BESIDE = 0.5;

/**
 * 002 §3, `include_series`: adds the text before and after the best pieces of this pass in their documents, and pieces
 * of the same folder (a topic of documents) that are relevant to the same query. `none`: nothing was added.
 */
@Injectable()
@Action({
  name: 'fetch_related_documents',
  outcomes: ['ok', 'none'],
  params: RelatedParams,
  store: { name: 'search', lacks: 'without the surroundings of the found passages' },
})
export class FetchRelatedDocumentsAction implements ActionHandler<RelatedParams> {
  private readonly stores: Stores;

  constructor(
    @Inject(SEARCH_INDEX) index: SearchReader,
    @Inject(EMBEDDER) embedder: Embedder | null,
    @Inject(SNAPSHOTS) snapshots: SnapshotResolver,
    @Optional() @Inject(RERANKER) reranker: Stores['reranker'] = null,
  ) {
    this.stores = { index, embedder, reranker, snapshots };
  }

  async run(turn: Turn, params: RelatedParams, context: HopContext): Promise<ActionResult> {
    const { documents = 3, pieces = 2, siblings = 2 } = params;
    const anchors = bestOfPass(turn, documents);
    if (anchors.length === 0) return { outcome: 'none', note: 'this pass found no piece to expand' };
    const retrieval = await Retrieval.open(this.stores, wantedMode(turn, undefined), context.settings);
    const texts = await retrieval.textsOf(anchors);
    const folders = await retrieval.search(
      anchors.map((anchor) => siblingsOf(anchor, turn, siblings)),
      context.signal,
    );
    const pass = currentPass(turn);
    let { evidence } = turn;
    for (const [at, anchor] of anchors.entries()) {
      const fresh = ({ chunk }: RankedHit): boolean =>
        passesFilter(turn.plan?.filter, chunk) && !evidence.some(({ id }) => id === chunk.id);
      const beside = besideOf(anchor, texts[at] ?? [])
        .filter(fresh)
        .slice(0, pieces);
      const others = (folders[at] ?? []).filter((hit) => fresh(hit) && !sameDocument(hit.chunk, anchor));
      const found = [...beside, ...others.slice(0, siblings)];
      const candidates = found.map((hit) => ({
        ...candidateOf(hit, 'related', anchor.query),
        relatedTo: anchor.n,
      }));
      evidence = addEvidence(evidence, candidates, pass).evidence;
      const record = { ...searchRecord(pass, retrieval, anchor.query), hits: found.length };
      await context.emit({ ...searchMade(record, found), mode: 'related' });
    }
    const added = evidence.slice(turn.evidence.length);
    const where = [...new Set(added.map(({ path }) => path))].join(', ');
    return added.length === 0
      ? { outcome: 'none', note: 'nothing relevant around the found pieces' }
      : { outcome: 'ok', patch: { evidence }, note: `${added.length} related: ${where}` };
  }
}

/** The best piece of each document found by this pass, most relevant first. */
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
 * Repeats the query that found a piece within its folder, with enough hits to reach unknown pieces. If a file contains
 * many documents, the file is their folder. A file in the root is its own folder.
 */
function siblingsOf(anchor: Evidence, turn: Turn, most: number): Asked {
  const folder = anchor.path.split('/').slice(0, -1).join('/');
  const prefix = anchor.document !== undefined || folder === '' ? anchor.path : folder;
  const filter = { ...turn.plan?.filter, pathPrefixes: [prefix] };
  const known = turn.evidence.filter((item) => passesFilter(filter, item)).length;
  return { query: anchor.query, topK: known + most, filter };
}

/** The other pieces of a document, nearest to the found one first, following pieces before preceding ones. */
function besideOf(anchor: Evidence, text: readonly Chunk[]): RankedHit[] {
  const at = text.findIndex(({ id }) => id === anchor.id);
  if (at < 0) return [];
  return text
    .map((chunk, index) => ({ chunk, away: index > at ? index - at : at - index + 0.5 }))
    .filter(({ chunk }) => chunk.id !== anchor.id)
    .toSorted((a, b) => a.away - b.away)
    .map(({ chunk }) => ({ chunk, relevance: BESIDE * anchor.relevance }));
}

function sameDocument(chunk: Chunk, anchor: Evidence): boolean {
  return chunk.path === anchor.path && chunk.document === anchor.document;
}
