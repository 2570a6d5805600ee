import { refusalOf } from '@quarry/elasticsearch';
import { Fault, type Imprint } from '@quarry/turn';
import { FLAT, type IndexInfo, type IndexMeta, type VectorIndex } from '../port';
import type { Revision } from './bulk-requests';
import { META_ID } from './names';
import type { Snapshot } from './snapshot';
import { TEMPLATE_VERSION } from './template';

export type Meta = Pick<
  IndexInfo,
  'embedder' | 'bm25' | 'commit' | 'root' | 'chunking' | 'vectorIndex' | 'updatedAt'
> & { readonly imprint?: Imprint };

/** The changes that a write makes to the meta data. */
export type MetaChange = IndexMeta & { readonly imprint?: Imprint };

/** The vector index of a snapshot whose meta data names none. */
export const INT8_HNSW: VectorIndex = { ...FLAT, type: 'int8_hnsw' };

export const NEW_META: Meta = {
  embedder: null,
  bm25: true,
  commit: null,
  root: null,
  chunking: null,
  vectorIndex: INT8_HNSW,
  updatedAt: 0,
};

/** The document that holds the meta data. */
export interface StoredMeta {
  readonly meta: string;
  /** Version of the template that the index was created from. */
  readonly version: number;
}

export interface MetaState {
  readonly meta: Meta;
  readonly version: number;
  readonly revision: Revision;
}

/** Dimensions that the server accepts. */
const MOST_DIMENSIONS = 4_096;
const LEAST_BITS = 64;

/**
 * The latest meta data, even if searches do not see them yet; null if the index has none. @throws Fault
 * `index_missing`, `index_newer`
 */
export async function readMeta(snapshot: Snapshot): Promise<MetaState | null> {
  const [found] = (await snapshot.call((client, index) => client.mget<StoredMeta>({ index, ids: [META_ID] })))
    .docs;
  if (!found) return null;
  if ('error' in found) throw snapshot.missing(found.error);
  if (!found.found || !found._source) return null;
  const { meta, version } = parseMeta(snapshot, found._source);
  return { meta, version, revision: { seqNo: found._seq_no ?? -1, primaryTerm: found._primary_term ?? 0 } };
}

/** @throws Fault `index_newer` */
export function parseMeta(
  snapshot: Snapshot,
  stored: StoredMeta,
): { readonly meta: Meta; readonly version: number } {
  if (stored.version > TEMPLATE_VERSION)
    throw new Fault(
      'index_newer',
      `${snapshot.name} was written by a newer Quarry (format ${stored.version}; this version supports ${TEMPLATE_VERSION}). ` +
        'Update Quarry, or index into another PREFIX of SEARCH_INDEX_URL.',
    );
  // An index of an older Quarry lacks fields that were added later.
  return { meta: { ...NEW_META, ...(JSON.parse(stored.meta) as Partial<Meta>) }, version: stored.version };
}

/** Sends the meta data, which become visible with the next refresh. @returns false if another client was faster */
export async function putMeta(
  snapshot: Snapshot,
  meta: Meta,
  after: Revision | null,
  index = snapshot.alias,
): Promise<boolean> {
  const document: StoredMeta & { readonly kind: string } = {
    kind: 'meta',
    meta: JSON.stringify(meta),
    version: TEMPLATE_VERSION,
  };
  const condition =
    after === null
      ? { op_type: 'create' as const }
      : { if_seq_no: after.seqNo, if_primary_term: after.primaryTerm };
  try {
    await snapshot.call((client) =>
      client.index({ index, id: META_ID, document, require_alias: index === snapshot.alias, ...condition }),
    );
    return true;
  } catch (error) {
    if (refusalOf(error)?.status === 409) return false;
    throw error;
  }
}

/**
 * Merges `change` into the meta data. @throws Fault `bad_request` for a vector index that the server does not support
 */
export function metaAfter(before: Meta, change: MetaChange): Meta {
  // Here each chunk keeps the commit for which it was written.
  const named = Object.fromEntries(
    Object.entries(change).filter(([name, value]) => value !== undefined && name !== 'oneCommit'),
  );
  const after: Meta = {
    ...before,
    ...named,
    vectorIndex: { ...before.vectorIndex, ...change.vectorIndex },
    updatedAt: Date.now(),
  };
  const problem = vectorProblem(after);
  if (problem !== null) throw new Fault('bad_request', problem);
  return after;
}

function vectorProblem({ vectorIndex: { type }, embedder }: Meta): string | null {
  if (type === 'ivf')
    return (
      "Elasticsearch has no vector index of type 'ivf': choose flat (exact), hnsw, int8_hnsw, int4_hnsw or bbq_hnsw, " +
      'or use the embedded index (SEARCH_INDEX_URL=sqlite:FOLDER).'
    );
  if (!embedder) return null;
  const { id, dimension } = embedder;
  const vectors = `${id} has vectors of ${dimension} dimensions`;
  if (dimension > MOST_DIMENSIONS)
    return `${vectors}; Elasticsearch takes at most ${MOST_DIMENSIONS}. Choose another model, or the embedded index.`;
  if (type === 'int4_hnsw' && dimension % 2 !== 0)
    return `${vectors}, but int4_hnsw needs an even number. Choose int8_hnsw.`;
  if (type === 'bbq_hnsw' && dimension < LEAST_BITS)
    return `${vectors}, but bbq_hnsw needs at least ${LEAST_BITS}. Choose int8_hnsw.`;
  return null;
}
