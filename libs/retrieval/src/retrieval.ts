import type { Embedder } from '@quarry/embedder';
import type { PipelineSettings } from '@quarry/pipeline';
import type { Reranker } from '@quarry/reranker';
import { measureCoverage, type Chunk, type SearchReader } from '@quarry/search-index';
import {
  Fault,
  MODE_TRAITS,
  defined,
  literalWords,
  shownRepository,
  type PlanFilter,
  type RetrievalMode,
  type Section,
  type SnapshotRef,
  type IndexCoverage,
  type Turn,
} from '@quarry/turn';
import { chooseMode } from './modes/choose-mode';
import { documentsOfNames } from './documents/documents-of-names';
import { documentFiles, fullNamesIn, namedDocuments, ofYears } from './documents/named-documents';
import { statingPhrases } from './literal/stated-phrases';
import { findNames, type FoundNames } from './names/find-names';
import type { ModeSource, RankedHit, RetrievalModeStrategy } from './modes/mode';
import { narrowed, type Narrowed } from './narrowed';

/** Finds the snapshot that a pipeline's settings mean; the platform's `SnapshotResolver` is one. */
export interface Snapshots {
  resolve(settings: Readonly<PipelineSettings>): Promise<SnapshotRef>;
}

/** What an action that searches is given by the platform. */
export interface Stores {
  readonly index: SearchReader;
  readonly embedder: Embedder | null;
  /** Used by `semantic_rerank`; null if none is configured. */
  readonly reranker: Reranker | null;
  readonly snapshots: Snapshots;
}

/** Share (0..1) of the chunks without a vector up to which the nearest one is that of the index. */
const MOST_WITHOUT_VECTOR = 0.05;
/** Pieces of a document that are looked at. */
const MOST_PIECES = 200;

/** Indexed files up to which the names of documents are compared with a query. */
const MOST_FILES_WITH_NAMES = 5_000;

/** One query of a batch. */
export interface Asked {
  readonly query: string;
  /** The question, if it is not the query: its texts in quotes are looked for, and code is put in its order. */
  readonly question?: string | undefined;
  readonly topK: number;
  readonly filter?: PlanFilter | undefined;
  /** Whether most hits shall be code of the product ({@link asksAboutCode}). */
  readonly codeFirst?: boolean;
}

/** A snapshot that is there, and the mode that can serve it. */
export class Retrieval {
  /** Of queries that were embedded before: the question may be one of them. */
  private readonly vectors = new Map<string, Float32Array>();
  private searched: Narrowed | null = null;
  /** Roots of all documents, once a query has asked for them. */
  private roots: Promise<readonly Section[]> | null = null;

  private constructor(
    private readonly source: ModeSource,
    private readonly strategy: RetrievalModeStrategy,
    private readonly embedder: Embedder | null,
    /** Set where another mode than asked for is used: a sentence for the turn's log. */
    readonly fallback: string | undefined,
  ) {}

  /**
   * Opens the pipeline's snapshot in the wanted mode, or in the one that can stand in for it.
   * @throws Fault `index_missing`, `bm25_missing`, `index_other_model`, `embedder_unavailable`.
   */
  static async open(
    { index, embedder, reranker, snapshots }: Stores,
    wanted: RetrievalMode,
    settings: Readonly<PipelineSettings>,
  ): Promise<Retrieval> {
    const ref = await snapshots.resolve(settings);
    const info = await index.describe(ref);
    if (!info)
      throw new Fault(
        'index_missing',
        `There is no index '${ref.snapshot}' of '${shownRepository(ref.repository)}'. Build it: quarry index PATH.`,
      );
    const { strategy, fallback } = chooseMode(wanted, info, embedder, settings);
    return new Retrieval({ index, ref, info, settings, reranker }, strategy, embedder, fallback);
  }

  /** What the last search has looked in: of very many repositories, the likely ones. */
  get ref(): SnapshotRef {
    return this.searched?.ref ?? this.source.ref;
  }

  /** Names of the repositories that the last search has left out, because others are likelier; empty if none. */
  get notSearched(): readonly string[] {
    return this.searched?.left ?? [];
  }

  get mode(): RetrievalMode {
    return this.strategy.mode;
  }

  /**
   * All queries in one batch: one call of the embedding model, one of the index. Lists in the order of the queries. Hits
   * in which a text that the query quotes stands word for word come first, then those in documents that it names.
   * @param alike a text that will be embedded next: it costs no call of its own
   */
  async search(
    asked: readonly Asked[],
    signal: AbortSignal,
    alike: readonly string[] = [],
  ): Promise<readonly (readonly RankedHit[])[]> {
    if (asked.length === 0) return [];
    const texts = [...asked.map(meantBy), ...alike];
    const vectors = MODE_TRAITS[this.mode].byMeaning ? await this.embed(texts, signal) : null;
    const named = await Promise.all(asked.map((one) => this.inNamedDocuments(one)));
    const vectorOf = (at: number): Float32Array | null => vectors?.[at] ?? null;
    const everywhere = asked.map((one, at) => ({ ...one, vector: vectorOf(at) }));
    const within = named.flatMap((one, at) => (one ? [{ ...one, vector: vectorOf(at) }] : []));
    const searched = await narrowed(this.source, [...asked, ...within]);
    this.searched = searched;
    const lists = await this.strategy.search(
      { ...this.source, ref: searched.ref },
      [...everywhere, ...within].map(({ filter, ...request }) => ({ ...request, ...defined({ filter }) })),
      signal,
    );
    const { index, info } = this.source;
    const stating = info.bm25 ? await statingPhrases(index, searched.ref, asked) : [];
    let next = asked.length;
    return asked.map(({ topK }, at) => {
      const found = lists[at] ?? [];
      const stated = (stating[at] ?? []).map((chunk): RankedHit => ({ chunk, relevance: 1 }));
      if (named[at]) return first(topK, stated, lists[next++] ?? [], found);
      return stated.length > 0 ? first(topK, stated, found) : found;
    });
  }

  /** A query within the documents that it names; null if it names none. */
  private async inNamedDocuments(asked: Asked): Promise<Asked | null> {
    const { index, ref, info } = this.source;
    if (info.files > MOST_FILES_WITH_NAMES || (asked.filter?.pathPrefixes ?? []).length > 0) return null;
    this.roots ??= index.sections(ref, { rootsOnly: true });
    const roots = await this.roots;
    const named = namedDocuments(asked.query, roots);
    const pathPrefixes = named.length > 0 ? named : await this.documentsOfNames(asked, roots);
    return pathPrefixes.length === 0 ? null : { ...asked, filter: { ...asked.filter, pathPrefixes } };
  }

  private async documentsOfNames(
    { query, filter }: Asked,
    roots: readonly Section[],
  ): Promise<readonly string[]> {
    const { index, ref, info } = this.source;
    const files = documentFiles(roots);
    if (!info.bm25 || files.length < 2) return [];
    const paths = await documentsOfNames(index, ref, fullNamesIn(query), { filter, files: files.length });
    return ofYears(
      query,
      files.filter(({ path }) => paths.includes(path)),
    ).map(({ path }) => path);
  }

  /** How a question stands to this snapshot; null for one without BM25 artifacts, whose words cannot be looked for. */
  async coverageOf(
    question: string,
    filter: PlanFilter | undefined,
    signal: AbortSignal,
  ): Promise<IndexCoverage | null> {
    const { index, ref, info } = this.source;
    if (!info.bm25) return null;
    const { chunks, pendingVectors } = info;
    // The nearest vector says nothing of chunks that have none: a repository without vectors, or one that gets them now.
    const isWhole = pendingVectors <= chunks * MOST_WITHOUT_VECTOR;
    const [vector] = isWhole && MODE_TRAITS[this.mode].byMeaning ? await this.embed([question], signal) : [];
    const meaning = vector && this.embedder ? { vector, embedder: this.embedder.id } : null;
    return measureCoverage(index, ref, { chunks, question, meaning, ...(filter ? { filter } : {}) });
  }

  /** The names of a question in this snapshot; null for one without BM25 artifacts. */
  async namesOf(question: string, filter: PlanFilter | undefined): Promise<FoundNames | null> {
    const { index, ref, info } = this.source;
    return info.bm25 ? findNames(index, ref, question, filter) : null;
  }

  /** For each piece the pieces of its document in the order of the text, 200 at most. */
  async textsOf(
    pieces: readonly { readonly path: string; readonly document?: string }[],
  ): Promise<readonly (readonly Chunk[])[]> {
    const { index, ref } = this.source;
    const lists = await index.search(
      ref,
      pieces.map(({ path, document }) => ({
        kind: 'path',
        path,
        k: MOST_PIECES,
        ...defined({ document }),
      })),
    );
    return lists.map((hits) => hits.map(({ chunk }) => chunk));
  }

  private async embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
    if (!this.embedder)
      throw new Fault('embedder_unavailable', 'No embedding model is available. Run: quarry setup.');
    const fresh = [...new Set(texts)].filter((text) => !this.vectors.has(text));
    const vectors = fresh.length === 0 ? [] : await this.embedder.embed(fresh, { as: 'query', signal });
    fresh.forEach((text, at) => {
      const vector = vectors[at];
      if (vector) this.vectors.set(text, vector);
    });
    return texts.flatMap((text) => this.vectors.get(text) ?? []);
  }
}

/** The mode that a turn is to be searched in: the step's, else the plan's, else hybrid. */
export function wantedMode(turn: Turn, ofStep: RetrievalMode | undefined): RetrievalMode {
  if (ofStep) return ofStep;
  return turn.plan && turn.plan.mode !== 'direct' ? turn.plan.mode : 'hybrid';
}

/** The first hits of two lists one after the other, each once. */
function first(most: number, ...lists: readonly (readonly RankedHit[])[]): readonly RankedHit[] {
  return [...new Map(lists.flat().map((hit) => [hit.chunk.id, hit])).values()].slice(0, most);
}

/**
 * The text whose meaning a query is: the question, if the query is some of its words. A model of sentences knows less of
 * words that are taken from one.
 */
function meantBy({ query, question }: Pick<Asked, 'query' | 'question'>): string {
  if (question === undefined) return query;
  const words = new Set(literalWords(question));
  return literalWords(query).every((word) => words.has(word)) ? question : query;
}
