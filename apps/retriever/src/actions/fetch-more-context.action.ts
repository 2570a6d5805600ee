import { Inject, Injectable } from '@nestjs/common';
import type { Embedder } from '@quarry/embedder';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import { EMBEDDER, SEARCH_INDEX, SNAPSHOTS, type SnapshotResolver } from '@quarry/platform';
import { workingQuestion } from '@quarry/prompting';
import type { Chunk, SearchIndex } from '@quarry/search-index';
import {
  addEvidence,
  currentPass,
  Fault,
  isFor,
  namesWhatIsAsked,
  openNeeds,
  resolveNeed,
  RETRIEVAL_MODES,
  specificNames,
  type EvidenceCandidate,
  type RetrievalMode,
  type Search,
  type Turn,
} from '@quarry/turn';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { chooseMode } from '../modes/choose-mode';
import type { RankedHit } from '../modes/mode';

/** Hits per requested item (000, `CGRAG_TARGETED_TOP_K`). */
const NEED_TOP_K = 3;

export class FetchParams {
  /** Retrieval mode; without it the router's plan decides. */
  @IsOptional() @IsIn(RETRIEVAL_MODES) mode?: RetrievalMode;
  /** Hits per query of the plan; the pipeline's `top_k` by default. */
  @IsOptional() @IsInt() @Min(1) @Max(200) top_k?: number;
  /** Hits per requested item in later passes; the plan's own number of hits, else 3, by default (000: "lower top_k"). */
  @IsOptional() @IsInt() @Min(1) @Max(200) need_top_k?: number;
}

/** Phase D of 003 §4: searches for the plan's queries, or for what was requested since, all in one batch. */
@Injectable()
@Action({ name: 'fetch_more_context', outcomes: ['ok', 'nothing_found'], params: FetchParams })
export class FetchMoreContextAction implements ActionHandler<FetchParams> {
  constructor(
    @Inject(SEARCH_INDEX) private readonly index: SearchIndex,
    @Inject(EMBEDDER) private readonly embedder: Embedder | null,
    @Inject(SNAPSHOTS) private readonly snapshots: SnapshotResolver,
  ) {}

  async run(turn: Turn, params: FetchParams, context: HopContext): Promise<ActionResult> {
    const { settings } = context;
    const open = openNeeds(turn).filter((need) => isFor(need, 'search'));
    const later = currentPass(turn) > 1;
    if (later && open.length === 0)
      return { outcome: 'ok', note: 'everything that was requested is found already' };
    const queries = later ? open.map((need) => need.text) : planned(turn);
    const topK = later
      ? (params.need_top_k ?? turn.plan?.topK ?? NEED_TOP_K)
      : (turn.plan?.topK ?? params.top_k ?? settings.top_k);

    const ref = await this.snapshots.resolve(settings);
    const info = await this.index.describe(ref);
    if (!info)
      throw new Fault(
        'index_missing',
        `There is no index '${ref.snapshot}' of '${ref.repository}'. Build it: quarry index PATH.`,
      );
    const wanted = params.mode ?? (turn.plan && turn.plan.mode !== 'direct' ? turn.plan.mode : 'hybrid');
    const { strategy, fallback } = chooseMode(wanted, info, this.embedder, settings);
    const vectors = strategy.needsVectors ? await this.embed(queries, context.signal) : null;
    const filter = turn.plan?.filter;
    const lists = await strategy.search(
      { index: this.index, ref, info, settings },
      queries.map((query, index) => ({
        query,
        topK,
        vector: vectors?.[index] ?? null,
        ...(filter ? { filter } : {}),
      })),
    );
    return collect(turn, {
      queries,
      lists,
      mode: strategy.mode,
      ...(fallback === undefined ? {} : { fallback }),
    });
  }

  private async embed(queries: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
    if (!this.embedder)
      throw new Fault('embedder_unavailable', 'No embedding model is available. Run: quarry setup.');
    return this.embedder.embed(queries, { as: 'query', signal });
  }
}

function planned(turn: Turn): readonly string[] {
  const queries = turn.plan?.queries ?? [];
  return queries.length > 0 ? queries : [workingQuestion(turn)];
}

interface Found {
  readonly queries: readonly string[];
  readonly lists: readonly (readonly RankedHit[])[];
  readonly mode: RetrievalMode;
  readonly fallback?: string;
}

/** Writes hits into the turn: new evidence, the record of each search, and which needs they settle. */
function collect(turn: Turn, found: Found): ActionResult {
  const pass = currentPass(turn);
  let { evidence, needs } = turn;
  const searches: Search[] = [...turn.searches];
  let total = 0;
  found.queries.forEach((query, index) => {
    const hits = found.lists[index] ?? [];
    const step = addEvidence(
      evidence,
      hits.map((hit) => candidate(hit, found.mode, query)),
      pass,
    );
    evidence = step.evidence;
    total += step.added.length;
    searches.push({
      pass,
      mode: found.mode,
      query,
      hits: hits.length,
      added: step.added.length,
      ...(found.fallback === undefined ? {} : { fallback: found.fallback }),
    });
    // What is asked for by name is found only where it is named: vector search always returns something.
    const named = hits
      .filter((hit) => namesWhatIsAsked(query, hit.chunk.symbol, hit.chunk.text))
      .map((hit) => hit.chunk.id);
    const fresh = step.added.map((item) => item.n);
    const by = evidence
      .filter((item) => fresh.includes(item.n) || named.includes(item.id))
      .map((item) => item.n);
    const satisfied = specificNames(query).length > 0 ? named.length > 0 : step.added.length > 0;
    needs = resolveNeed(needs, query, satisfied ? by : []);
  });
  const hits = found.lists.reduce((sum, list) => sum + list.length, 0);
  const note = `${found.fallback ? `${found.fallback}; ` : ''}${hits} relevant, ${total} new`;
  return { outcome: hits === 0 ? 'nothing_found' : 'ok', patch: { evidence, searches, needs }, note };
}

function candidate(hit: RankedHit, mode: RetrievalMode, query: string): EvidenceCandidate {
  const { chunk } = hit;
  const optional = optionalFields(chunk);
  return {
    id: chunk.id,
    kind: 'chunk',
    text: chunk.text,
    path: chunk.path,
    startLine: chunk.startLine,
    endLine: chunk.endLine,
    language: chunk.language,
    relevance: hit.relevance,
    foundBy: mode,
    query,
    ...optional,
  };
}

function optionalFields(chunk: Chunk): Partial<EvidenceCandidate> {
  const { symbol, nodeKey, commit, title, url, document, offset } = chunk;
  return Object.fromEntries(
    Object.entries({ symbol, nodeKey, commit, title, url, document, offset }).filter(
      ([, value]) => value !== undefined,
    ),
  );
}
