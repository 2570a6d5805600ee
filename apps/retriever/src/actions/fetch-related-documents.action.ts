import { Inject, Injectable } from '@nestjs/common';
import type { Embedder } from '@quarry/embedder';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import { EMBEDDER, SEARCH_INDEX, SNAPSHOTS, type SnapshotResolver } from '@quarry/platform';
import { type Asked, type RankedHit, Retrieval, type Stores, wantedMode } from '@quarry/retrieval';
import type { Chunk, SearchIndex } from '@quarry/search-index';
import { addEvidence, currentPass, passesFilter, type Evidence, type Turn } from '@quarry/turn';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { candidateOf, searchMade, searchRecord } from '../found';

export class RelatedParams {
  /** Documents that are looked around: those of the pass's most relevant pieces; 3 by default. */
  @IsOptional() @IsInt() @Min(1) @Max(50) documents?: number;
  /** Pieces of the same document that are added for each, at most: the nearest in the text; 2 by default. */
  @IsOptional() @IsInt() @Min(0) @Max(50) pieces?: number;
  /** Pieces of other documents of its folder that are added for each, at most: the most relevant; 2 by default. */
  @IsOptional() @IsInt() @Min(0) @Max(50) siblings?: number;
}

/** Relevance of a piece that stands beside a found one, as a share of that one's: nothing measured it. */
const BESIDE = 0.5;

/**
 * 002 §3, `include_series`: around the best pieces that this pass found, the text before and after them in their documents, and what
 * the same folder (a topic of documents) holds that is relevant to the same query. `none`: nothing was added.
 */
@Injectable()
@Action({
  name: 'fetch_related_documents',
  outcomes: ['ok', 'none'],
  params: RelatedParams,
  store: { name: 'search', lacks: 'without what stands beside the passages found' },
})
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
    const { documents = 3, pieces = 2, siblings = 2 } = params;
    const anchors = bestOfPass(turn, documents);
    if (anchors.length === 0) return { outcome: 'none', note: 'this pass found nothing to look around' };
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
 * The search for the query that found a piece, within its folder; wide enough to see past what is known. Where a file holds many
 * documents, the file is their folder; what lies in the root has none but itself.
 */
function siblingsOf(anchor: Evidence, turn: Turn, most: number): Asked {
  const folder = anchor.path.split('/').slice(0, -1).join('/');
  const prefix = anchor.document !== undefined || folder === '' ? anchor.path : folder;
  const filter = { ...turn.plan?.filter, pathPrefixes: [prefix] };
  const known = turn.evidence.filter((item) => passesFilter(filter, item)).length;
  return { query: anchor.query, topK: known + most, filter };
}

/** The other pieces of a document, nearest to the found one first, what follows before what precedes. */
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
