import type { Snapshot } from './snapshot';

/** The name of the index behind the alias. @throws Fault `index_missing` */
export async function currentIndex(snapshot: Snapshot): Promise<string> {
  const indexes = await snapshot.call((client, name) => client.indices.getAlias({ name }, { ignore: [404] }));
  const [only] = 'error' in indexes ? [] : Object.keys(indexes);
  if (only === undefined) throw snapshot.missing();
  return only;
}
