import type { estypes } from '@elastic/elasticsearch';
import { Fault, redact } from '@quarry/turn';
import { setTimeout as sleep } from 'node:timers/promises';
import { secretsOf } from './address';
import { refusalOf } from './refusal';
import type { Server } from './server';

/** The name and content of an index. */
export interface IndexShape {
  /** Last part of its name, after the prefix. */
  readonly name: string;
  /** Display name, as in `the history`. */
  readonly what: string;
  /** Version of the documents and their mapping. Raise it with a change that an older Quarry cannot read. */
  readonly format: number;
  readonly properties: Readonly<Record<string, estypes.MappingProperty>>;
}

/** A field that is returned and never searched. */
export const STORED = { type: 'keyword', index: false, doc_values: false } as const;

/** Longest wait for a new index, or for an index of a server that was just started. */
const READY_MS = 10_000;

/**
 * One shard, so that many documents are read from one place; a replica if there is a second node; on disk before
 * acknowledged.
 */
const SETTINGS: estypes.IndicesIndexSettings = {
  number_of_shards: 1,
  auto_expand_replicas: '0-1',
  translog: { durability: 'request' },
};

/**
 * Ensures that the index of an alias exists, in a format that this Quarry supports, and responds. Two processes may do
 * so concurrently.
 * @throws Fault `index_newer`, `store_unavailable`
 */
export async function prepare(server: Server, alias: string, shape: IndexShape): Promise<void> {
  const { format: own, what } = shape;
  const format = await formatOf(server, alias);
  if (format === null) await create(server, alias, shape);
  else if (format !== own)
    throw new Fault(
      'index_newer',
      `The index ${alias} at ${server.address.place}, ${what}, has format ${format}; this Quarry reads ${own}. Update Quarry, or use another PREFIX in ${server.address.setting}.`,
    );
  else await addFields(server, alias, shape);
  const end = Date.now() + READY_MS;
  // The process that did not create the index may be ahead of it.
  for (let why = await problemOf(server, alias); why !== null; why = await problemOf(server, alias)) {
    if (Date.now() > end) throw unavailable(server, `cannot read ${what} (${why})`);
    await sleep(50);
  }
}

/** The server cannot do something that it could do before. */
export function unavailable({ address }: Server, what: string): Fault {
  const shown = redact(what, ...secretsOf(address));
  return new Fault('store_unavailable', `Elasticsearch at ${address.place} ${shown}.`, { retryable: true });
}

/** Null without an index. */
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

/** Fields that a later version of the same format added. */
async function addFields(server: Server, alias: string, { properties }: IndexShape): Promise<void> {
  const mappings = await server.call((client) => client.indices.getMapping({ index: alias }));
  const known = Object.values(mappings)[0]?.mappings.properties ?? {};
  const added = Object.entries(properties).filter(([name]) => known[name] === undefined);
  if (added.length === 0) return;
  await server.call((client) =>
    client.indices.putMapping({ index: alias, properties: Object.fromEntries(added) }),
  );
}

async function create(server: Server, alias: string, { format, properties }: IndexShape): Promise<void> {
  const index = `${alias}-v${format}`;
  const mappings: estypes.MappingTypeMapping = {
    dynamic: 'strict',
    _meta: { quarry: format },
    properties: { ...properties },
  };
  try {
    await server.call((client) =>
      client.indices.create({
        index,
        aliases: { [alias]: { is_write_index: true } },
        settings: SETTINGS,
        mappings,
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
