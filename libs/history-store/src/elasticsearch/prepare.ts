import type { estypes } from '@elastic/elasticsearch';
import { refusalOf, type Server } from '@quarry/elasticsearch';
import { Fault } from '@quarry/turn';
import { setTimeout as sleep } from 'node:timers/promises';

/** Of the documents and their mapping. Raised with a change that an older Quarry cannot read. */
const FORMAT = 1;

/** A new index, or one of a server that was just started, answers within this. */
const READY_MS = 10_000;

const stored = { type: 'keyword', index: false, doc_values: false } as const;

const MAPPINGS: estypes.MappingTypeMapping = {
  dynamic: 'strict',
  _meta: { quarry: FORMAT },
  properties: {
    kind: { type: 'keyword' },
    tenant: { type: 'keyword' },
    session: { type: 'keyword' },
    epoch: { type: 'keyword' },
    asked_at: { type: 'long' },
    last_asked_at: { type: 'long' },
    // Read in bulk by statistics, without the bodies.
    record: { type: 'keyword', index: false },
    body: stored,
    name: stored,
    turns: stored,
    summary: stored,
    erasing: stored,
  },
};

/** One shard, so that many documents are read from one place; a replica where there is a second node; on disk before acknowledged. */
const SETTINGS: estypes.IndicesIndexSettings = {
  number_of_shards: 1,
  auto_expand_replicas: '0-1',
  translog: { durability: 'request' },
};

/**
 * Makes sure that the index of an alias is there, in a format that this Quarry knows, and answers; two processes may do so at once.
 * @throws Fault `index_newer`, `store_unavailable`
 */
export async function prepare(server: Server, alias: string): Promise<void> {
  const format = await formatOf(server, alias);
  if (format === null) await create(server, alias);
  else if (format !== FORMAT)
    throw new Fault(
      'index_newer',
      `The history ${alias} at ${server.address.place} has format ${format}; this Quarry reads ${FORMAT}. Update Quarry, or name another PREFIX in ${server.address.setting}.`,
    );
  const end = Date.now() + READY_MS;
  // The process that did not create the index may be ahead of it.
  for (let why = await problemOf(server, alias); why !== null; why = await problemOf(server, alias)) {
    if (Date.now() > end) throw unavailable(server, `cannot read the history (${why})`);
    await sleep(50);
  }
}

/** The server cannot do something that it could before. */
export function unavailable({ address }: Server, what: string): Fault {
  return new Fault('store_unavailable', `Elasticsearch at ${address.place} ${what}.`, { retryable: true });
}

/** Null where there is no index. */
async function formatOf(server: Server, alias: string): Promise<number | null> {
  try {
    const mappings = await server.call((client) => client.indices.getMapping({ index: alias }));
    const version: unknown = Object.values(mappings)[0]?.mappings._meta?.['quarry'];
    return typeof version === 'number' ? version : 0;
  } catch (error) {
    if (refusalOf(error)?.status === 404) return null;
    throw error;
  }
}

async function create(server: Server, alias: string): Promise<void> {
  const index = `${alias}-v${FORMAT}`;
  try {
    await server.call((client) =>
      client.indices.create({
        index,
        aliases: { [alias]: { is_write_index: true } },
        settings: SETTINGS,
        mappings: MAPPINGS,
      }),
    );
  } catch (error) {
    if (refusalOf(error)?.type !== 'resource_already_exists_exception') throw error;
  }
}

/** Null once documents can be read. */
async function problemOf(server: Server, alias: string): Promise<string | null> {
  const { docs } = await server.call((client) => client.mget({ index: alias, ids: ['none'] }));
  const [doc] = docs;
  return doc !== undefined && 'error' in doc ? (doc.error.reason ?? doc.error.type) : null;
}
