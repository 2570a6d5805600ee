/**
 * The part of the peers' interfaces that is used here. They are installed in this folder alone, by `npm run bench:peers`: without these
 * declarations nothing could be checked where they are not.
 */
declare module '@lancedb/lancedb' {
  export interface FtsOptions {
    readonly language: string;
    readonly stem: boolean;
    readonly removeStopWords: boolean;
    readonly asciiFolding: boolean;
  }
  export interface IndexConfig {
    readonly inner: unknown;
  }
  export const Index: {
    fts(options: FtsOptions): IndexConfig;
    hnswSq(): IndexConfig;
  };
  export interface Reranker {
    rerankHybrid(query: string, vectors: unknown, words: unknown): Promise<unknown>;
  }
  export const rerankers: { readonly RRFReranker: { create(): Promise<Reranker> } };
  export interface Query {
    nearestTo(vector: Float32Array): VectorQuery;
    fullTextSearch(text: string, options: { readonly columns: readonly string[] }): this;
    select(columns: readonly string[]): this;
    limit(rows: number): this;
    toArray(): Promise<unknown[]>;
  }
  export interface VectorQuery extends Query {
    rerank(reranker: Reranker): this;
  }
  export interface Table {
    add(rows: readonly object[]): Promise<unknown>;
    createIndex(column: string, options: { readonly config: IndexConfig }): Promise<void>;
    waitForIndex(names: readonly string[], seconds: number): Promise<void>;
    optimize(): Promise<unknown>;
    query(): Query;
  }
  export interface Connection {
    createTable(name: string, rows: readonly object[]): Promise<Table>;
    openTable(name: string): Promise<Table>;
    close(): void;
  }
  export function connect(uri: string): Promise<Connection>;
}

declare module '@orama/orama' {
  export interface Orama<Row> {
    readonly rows?: Row;
  }
  export interface Piece {
    readonly id: string;
    readonly document: string;
  }
  export function create(options: {
    readonly schema: Readonly<Record<string, string>>;
    readonly components: {
      readonly tokenizer: {
        readonly language: string;
        readonly stemming: boolean;
        readonly stopWords: readonly string[];
      };
    };
  }): Orama<Piece>;
  export function insertMultiple(db: Orama<Piece>, rows: readonly object[], batch: number): Promise<unknown>;
  export function search(
    db: Orama<Piece>,
    query: {
      readonly mode: 'hybrid' | 'fulltext' | 'vector';
      readonly limit: number;
      readonly term?: string;
      readonly properties?: readonly string[];
      readonly vector?: { readonly value: readonly number[]; readonly property: string };
      readonly similarity?: number;
    },
  ): Promise<{ readonly hits: readonly { readonly document: Piece }[] }>;
}

declare module '@orama/stopwords/english' {
  export const stopwords: readonly string[];
}

declare module 'minisearch' {
  export default class MiniSearch<Row> {
    constructor(options: {
      readonly fields: readonly string[];
      readonly processTerm: (term: string) => string;
    });
    add(row: Row): void;
    search(text: string): readonly { readonly id: unknown }[];
  }
}

declare module '@langchain/core/documents' {
  export class Document {
    constructor(fields: {
      readonly id: string;
      readonly pageContent: string;
      readonly metadata: Readonly<Record<string, unknown>>;
    });
    readonly metadata: Readonly<Record<string, unknown>>;
  }
}

declare module '@langchain/core/embeddings' {
  export class Embeddings {
    constructor(options: object);
  }
}

declare module '@langchain/community/retrievers/bm25' {
  import type { Document } from '@langchain/core/documents';
  export class BM25Retriever {
    static fromDocuments(documents: readonly Document[], options: { readonly k: number }): BM25Retriever;
    invoke(text: string): Promise<Document[]>;
  }
}

declare module '@langchain/classic/vectorstores/memory' {
  import type { Document } from '@langchain/core/documents';
  import type { Embeddings } from '@langchain/core/embeddings';
  export class MemoryVectorStore {
    constructor(embeddings: Embeddings);
    addVectors(vectors: readonly number[][], documents: readonly Document[]): Promise<void>;
    asRetriever(options: { readonly k: number }): { invoke(text: string): Promise<Document[]> };
  }
}

declare module '@langchain/classic/retrievers/ensemble' {
  import type { Document } from '@langchain/core/documents';
  export interface Retriever {
    invoke(text: string): Promise<Document[]>;
  }
  export class EnsembleRetriever {
    constructor(options: { readonly retrievers: readonly Retriever[] });
    invoke(text: string): Promise<Document[]>;
  }
}
