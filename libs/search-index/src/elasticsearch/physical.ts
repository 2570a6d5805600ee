import type { Client, estypes } from '@elastic/elasticsearch';
import { refusalOf, type Server } from '@quarry/elasticsearch';
import { Fault } from '@quarry/turn';
import { NEW_META, putMeta, type Meta } from './meta';
import { indexesOf, newIndexName, templateNameOf } from './names';
import type { Snapshot } from './snapshot';
import { indexTemplate, TEMPLATE_VERSION } from './template';

/**
 * Creates the index template, or replaces an older one. Two processes may do it concurrently: they write the same.
 * @throws Fault `index_newer`
 */
export async function keepTemplate(server: Server): Promise<void> {
  const { prefix, place } = server.address;
  const name = templateNameOf(prefix);
  const stored = await server.call(async (client) => {
    const response = await client.indices.getIndexTemplate({ name }, { ignore: [404] });
    return (response as Partial<typeof response>).index_templates?.[0]?.index_template.version ?? 0;
  });
  if (stored === TEMPLATE_VERSION) return;
  if (stored > TEMPLATE_VERSION)
    throw new Fault(
      'index_newer',
      `Indexes under "${prefix}" at ${place} were written by a newer Quarry (format ${stored}; this version supports ${TEMPLATE_VERSION}). ` +
        'Update Quarry, or index into another PREFIX of SEARCH_INDEX_URL.',
    );
  await server.call((client) => client.indices.putIndexTemplate({ name, ...indexTemplate(prefix) }));
}

/** Creates the empty index and its alias, unless another process was faster. */
export async function createSnapshot(snapshot: Snapshot): Promise<void> {
  const { alias, server } = snapshot;
  try {
    await server.call((client) =>
      client.indices.create({
        index: newIndexName(alias, TEMPLATE_VERSION),
        // An alias has at most one write index: the server rejects the second.
        aliases: { [alias]: { is_write_index: true } },
      }),
    );
  } catch (error) {
    if (!refusalOf(error)?.reason.includes('more than one write index')) throw error;
  }
  await putMeta(snapshot, NEW_META, null);
}

/** Creates an index without an alias, for a rebuild. @returns its name */
export async function createSuccessor(snapshot: Snapshot, meta: Meta): Promise<string> {
  const name = newIndexName(snapshot.alias, TEMPLATE_VERSION);
  const mapping = vectorMapping(meta);
  await snapshot.server.call((client) =>
    client.indices.create({
      index: name,
      ...(mapping ? { mappings: { properties: { vector: mapping } } } : {}),
    }),
  );
  return name;
}

/** Adds the vector field to the index. @returns false if the index has another one */
export async function addVectorField(snapshot: Snapshot, meta: Meta): Promise<boolean> {
  const mapping = vectorMapping(meta);
  if (!mapping) return true;
  try {
    await snapshot.call((client, index) =>
      client.indices.putMapping({ index, properties: { vector: mapping } }),
    );
    return true;
  } catch (error) {
    if (refusalOf(error)?.type === 'illegal_argument_exception') return false;
    throw error;
  }
}

/** Deletes all indexes of the snapshot: the one behind the alias and the leftovers of rebuilds. */
export async function deleteSnapshot(snapshot: Snapshot): Promise<void> {
  await snapshot.server.call((client) => deleteIndexes(client, indexesOf(snapshot.alias)));
}

/** Deletes by pattern. Servers may reject patterns in deletions, so the names are looked up first. */
async function deleteIndexes(client: Client, pattern: string): Promise<void> {
  const found = await client.indices.get({ index: pattern, features: ['aliases'] });
  const names = Object.keys(found);
  if (names.length > 0) await client.indices.delete({ index: names, ignore_unavailable: true });
}

function vectorMapping({ embedder, vectorIndex }: Meta): estypes.MappingDenseVectorProperty | null {
  if (!embedder) return null;
  return {
    type: 'dense_vector',
    dims: embedder.dimension,
    index: true,
    similarity: vectorIndex.metric === 'ip' ? 'cosine' : 'l2_norm',
    index_options: { type: vectorIndex.type as estypes.MappingDenseVectorIndexOptionsType },
  };
}
