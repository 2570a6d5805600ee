import type { estypes } from '@elastic/elasticsearch';
import { ANALYSIS, INDEX_ANALYZER, QUERY_ANALYZER } from './analyzer';
import { patternOf } from './names';

/**
 * Version of settings, mappings and documents. Raise it with every change of them. An index of an older version is read
 * as it is, and the first write rebuilds it from its own documents; an index of a newer version is rejected.
 */
export const TEMPLATE_VERSION = 3;

/**
 * Longest value of a keyword field, in characters. The server's limit is 32,766 bytes. Longer values are stored, but
 * cannot be searched for.
 */
const LONGEST_KEYWORD = 8_191;

const keyword = { type: 'keyword', ignore_above: LONGEST_KEYWORD } as const;
const stored = { type: 'keyword', index: false, doc_values: false } as const;
/** Frequencies only: no query searches for phrases. */
const text = {
  type: 'text',
  analyzer: INDEX_ANALYZER,
  search_analyzer: QUERY_ANALYZER,
  index_options: 'freqs',
} as const;

/** Searched fields. Their content is also in `body`, so they are excluded from the stored source. */
const DERIVED = ['name', 'path_terms', 'text', 'vector'] as const;

const PROPERTIES: Record<string, estypes.MappingProperty> = {
  kind: { type: 'keyword' },
  // Present in a stored file and in its chunks: `IndexedFile.path`.
  file: keyword,
  // That path and every folder above it, for filters.
  folders: keyword,
  id: keyword,
  ordinal: { type: 'integer' },
  path: keyword,
  document: keyword,
  start_line: { type: 'long' },
  end_line: { type: 'long' },
  offset: { type: 'long' },
  language: keyword,
  content_hash: keyword,
  // The chunk as JSON, exactly.
  body: stored,
  name: text,
  path_terms: text,
  text,
  // True if the chunk's content has a vector.
  embedded: { type: 'boolean' },
  // Length of the vector.
  norm: { type: 'float', index: false },
  // Of a file: its content hash (empty during a replacement), and the ids of all documents that may be its chunks.
  hash: stored,
  chunks: stored,
  count: { type: 'integer', index: false },
  // Of a document: the length of its section tree in characters, and the tree's nodes of level 0 as JSON.
  sections_length: { type: 'integer', index: false },
  roots: stored,
  // Of a tree: its JSON. Trees are separate documents because they may have megabytes.
  sections: stored,
  // Of a vector: its floats as bytes, in base64.
  floats: stored,
  // Of the meta data: their JSON, and the version of the documents.
  meta: stored,
  version: { type: 'integer', index: false },
};

/**
 * One shard, so that a refresh shows a whole write at once, and no automatic refresh. BM25 has the constants of the
 * embedded index and counts every term in the length of a text, including terms at the same position.
 */
const SETTINGS: estypes.IndicesIndexSettings = {
  number_of_shards: 1,
  auto_expand_replicas: '0-1',
  refresh_interval: '-1',
  similarity: { default: { type: 'BM25', k1: 1.2, b: 0.75, discount_overlaps: false } },
  analysis: ANALYSIS as estypes.IndicesIndexSettingsAnalysis,
};

/**
 * The template of all indexes under a prefix. Its priority exceeds that of other templates for patterns such as
 * `logs-*`.
 */
export function indexTemplate(prefix: string): Omit<estypes.IndicesPutIndexTemplateRequest, 'name'> {
  return {
    index_patterns: [patternOf(prefix)],
    priority: 500,
    // A write to a recently deleted index must not create it.
    allow_auto_create: false,
    version: TEMPLATE_VERSION,
    _meta: { description: 'Chunks of Quarry; written by Quarry, do not edit' },
    template: {
      settings: SETTINGS,
      mappings: {
        dynamic: 'strict',
        _meta: { quarry: TEMPLATE_VERSION },
        _source: { excludes: [...DERIVED] },
        properties: PROPERTIES,
      },
    },
  };
}
