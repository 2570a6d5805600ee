import { Client } from '@elastic/elasticsearch';
import { patternOf, templateNameOf } from '../names';

/** Deletes everything that a test has written under its prefix. */
export async function deleteEverything(url: string, prefix: string): Promise<void> {
  const client = new Client({ node: url });
  try {
    const indexes = Object.keys(
      await client.indices.get({ index: patternOf(prefix), features: ['aliases'] }),
    );
    if (indexes.length > 0) await client.indices.delete({ index: indexes, ignore_unavailable: true });
    await client.indices.deleteIndexTemplate({ name: templateNameOf(prefix) }, { ignore: [404] });
  } finally {
    await client.close();
  }
}
