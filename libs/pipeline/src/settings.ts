import { Type } from 'class-transformer';
import {
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Max,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { RETRIEVAL_MODES, type RetrievalMode, type SnapshotRef } from '@quarry/turn';

/**
 * Blend of `semantic_rerank` (003 §4.2): `final = alpha · semantic + beta · keyword`, on `max(widen_min, widen_factor ·
 * top_k)` candidates.
 */
export class RerankSettings {
  @IsNumber() @Min(0) @Max(1) alpha = 0.7;
  @IsNumber() @Min(0) @Max(1) beta = 0.3;
  @IsInt() @Min(1) @Max(1000) widen_min = 50;
  @IsInt() @Min(1) @Max(20) widen_factor = 3;
}

/** How `hybrid` merges the results by meaning and by words. */
export class FusionSettings {
  /**
   * `score`: `cosine + bm25_weight · BM25` (Bruch et al. 2023). `rrf`: by ranks alone (003 §4.4; Cormack et al. 2009).
   */
  @IsIn(['score', 'rrf']) method: 'score' | 'rrf' = 'score';
  /** Depends on the spread of the embedding model's cosines. */
  @IsNumber() @Min(0) @Max(10) bm25_weight = 0.015;
  /** Most that words of the query that stand together in a text add to its score. */
  @IsNumber() @Min(0) @Max(10) phrase_weight = 0.3;
  /** Whether the first hits of a question about what code does are put in a learnt order; also in `bm25`. */
  @IsBoolean() code_order = true;
}

/** A hit below both minimums is discarded. */
export class RelevanceSettings {
  /** Minimum cosine similarity, −1..1; depends on the embedding model. */
  @IsNumber() @Min(-1) @Max(1) min_cosine = 0.3;
  /** Minimum share (0..1) of the query's terms, weighted by rarity, that the text must contain. */
  @IsNumber() @Min(0) @Max(1) min_term_share = 0.34;
  /**
   * Minimum likelihood (0..1) that the index answers the question, for an answer without a model; 0 = always
   * answer (ADR 13).
   */
  @IsNumber() @Min(0) @Max(1) min_answerable = 0.6;
}

/** Prices of a model. The whole table uses one currency of your choice. */
export class PriceSettings {
  /** Model name; `*` at its end matches any ending, `*` alone every model. The first match counts. */
  @IsString() @MinLength(1) model!: string;
  /** Per million input tokens, and per million output tokens. */
  @IsNumber() @Min(0) input!: number;
  @IsNumber() @Min(0) output!: number;
  /** Per million input tokens that the provider read from its cache, and wrote to it; by default as `input`. */
  @IsOptional() @IsNumber() @Min(0) cached?: number;
  @IsOptional() @IsNumber() @Min(0) cache_write?: number;
}

/** A session's memory of what was found (000, "Session Caching"). */
export class SessionSettings {
  /** Minutes without a question after which the cache expires. */
  @IsInt() @Min(0) @Max(10_080) ttl_minutes = 30;
  /** Maximum pieces of evidence; the least recently used are evicted first. 0 = no cache. */
  @IsInt() @Min(0) @Max(1_000) max_nodes = 50;
  /** Maximum cached pieces that one question can reuse, if they are relevant to it. */
  @IsInt() @Min(0) @Max(100) recall_top_k = 8;
}

/** How sentences of the answer are checked against the evidence. */
export class ClaimSettings {
  /**
   * Treatment of unsupported and contradicted sentences: `mark` them in the text, `cut` them, or only `report` them.
   */
  @IsIn(['mark', 'cut', 'report']) unsupported: 'mark' | 'cut' | 'report' = 'report';
  /** Minimum cosine similarity at which a passage supports a sentence. */
  @IsNumber() @Min(0) @Max(1) min_similarity = 0.6;
  /** Ask the model about sentences that code and vectors leave undecided. */
  @IsBoolean() ask_model = true;
}

/** Settings of a pipeline (003 §0.2) with their defaults. Names are those of the document, if it has one. */
export class PipelineSettings {
  /** Repository name; empty = all that the asker may read. */
  @IsString() repository = '';
  /** Snapshot of the repository; `current` is that of the working tree. */
  @IsString() @MinLength(1) active_index = 'current';
  /** Instead of both: the snapshots of a turn that is about several. Set by the turn, never by a pipeline. */
  readonly scope?: readonly SnapshotRef[];
  /** Language of prompts and of the working question. */
  @IsString() @MinLength(2) model_language = 'en';
  @IsString() @MinLength(1) entry_step_id!: string;

  @IsInt() @Min(100) @Max(1_000_000) max_context_tokens = 6_000;
  @IsInt() @Min(0) @Max(1_000_000) max_history_tokens = 1_500;
  @IsInt() @Min(10) @Max(20_000) max_question_tokens = 2_000;
  @IsInt() @Min(16) @Max(200_000) max_output_tokens = 1_500;
  /** The model's window, in tokens; prompt + history + context + output + margin must fit. */
  @IsInt() @Min(1_000) @Max(10_000_000) model_context_window = 32_768;
  @IsInt() @Min(0) @Max(100_000) token_margin = 512;

  /** Follow-up iterations per turn (003 §7.2); the first pass is not counted. */
  @IsInt() @Min(0) @Max(20) max_turn_loops = 4;
  /** Seconds from the question to the end of the turn; the guard stops the loop in time for an answer. */
  @IsNumber() @Min(1) @Max(3_600) deadline_seconds = 300;
  /** Seconds that a step is retried while its store is unavailable, before the turn fails; 0 = no retry. */
  @IsNumber() @Min(0) @Max(3_600) unavailable_retry_seconds = 45;
  /** Model tokens (input and output) per turn; 0 = no limit. */
  @IsInt() @Min(0) max_turn_tokens = 0;
  /** Cost per turn, by the price table; 0 = no limit. */
  @IsNumber() @Min(0) max_turn_cost = 0;
  @IsArray() @ValidateNested({ each: true }) @Type(() => PriceSettings) prices: PriceSettings[] = [];
  /**
   * Who decides that nothing is missing: the model alone, or the model and the offline rules, which request names and
   * the kind of thing that the question asks for.
   */
  @IsIn(['model', 'rules_too']) completeness: 'model' | 'rules_too' = 'model';
  /** Cosine similarity from which two queries count as the same. */
  @IsNumber() @Min(0) @Max(1) repeat_similarity = 0.85;

  @IsArray()
  @ArrayNotEmpty()
  @ArrayUnique()
  @IsIn(RETRIEVAL_MODES, { each: true })
  retrieval_modes: RetrievalMode[] = [...RETRIEVAL_MODES];
  @IsInt() @Min(1) @Max(200) top_k = 8;
  @ValidateNested() @Type(() => FusionSettings) fusion: FusionSettings = new FusionSettings();
  /** Constant of reciprocal rank fusion, `1 / (k + rank)` (Cormack et al. 2009), if `fusion.method` is `rrf`. */
  @IsInt() @Min(1) @Max(1_000) rrf_k = 60;
  /** Behaviour of `bm25` if the snapshot has no BM25 artifacts (003 §4.3). */
  @IsIn(['fail', 'fallback']) bm25_missing: 'fail' | 'fallback' = 'fallback';
  @ValidateNested() @Type(() => RerankSettings) rerank: RerankSettings = new RerankSettings();
  @ValidateNested() @Type(() => RelevanceSettings) relevance: RelevanceSettings = new RelevanceSettings();

  /**
   * Maximum replies of the extracting model in one pass (001: 2 to 4), the last of them without a tool; also of the
   * judging model if it calculates.
   */
  @IsInt() @Min(2) @Max(10) max_extraction_turns = 4;
  /** True: the first extraction looks for the parts of the question at once (001, "parallel first iteration"). */
  @IsBoolean() parallel_first_iteration = false;
  /** Size of the section tree in a prompt, in tokens; deeper sections and less relevant documents are left out. */
  @IsInt() @Min(100) @Max(1_000_000) max_outline_tokens = 3_000;

  @IsInt() @Min(0) @Max(10) graph_max_depth = 2;
  @IsInt() @Min(1) @Max(5_000) graph_max_nodes = 60;
  /** Edge kinds that may be walked; empty = all. */
  @IsArray() @IsString({ each: true }) graph_edge_allowlist: string[] = [];
  /** Node texts fetched by identity after expansion (003 §5.3). */
  @IsInt() @Min(0) @Max(100) node_text_fetch_top_n = 6;

  /** False: one search with the question itself, at any depth (002 §3); for pipelines with a `choose_depth` step. */
  @IsBoolean() use_multi_step = true;
  @ValidateNested() @Type(() => SessionSettings) session: SessionSettings = new SessionSettings();
  @ValidateNested() @Type(() => ClaimSettings) claims: ClaimSettings = new ClaimSettings();

  @IsIn(['incremental_resummarize', 'none']) history_summarization_policy:
    'incremental_resummarize' | 'none' = 'incremental_resummarize';
}
