/** `npm run bench:repositories -- DATA SETS [QUERIES] [URL]`: see README.md. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rankingMeasures } from '@quarry/evaluation';
import { PipelineSettings } from '@quarry/pipeline';
import { openStoresToRead, readConfig } from '@quarry/platform';
import { RepositoryRegistry } from '@quarry/repositories';
import { Retrieval } from '@quarry/retrieval';
import { openSearchIndex, readingSets, type SearchIndex } from '@quarry/search-index';
import { SHARED_TENANT, snapshotSet, type SnapshotRef } from '@quarry/turn';
import { readJudged, type JudgedQuery } from './judged.ts';
import { median } from '../prompts/shares.ts';
import { copyInto, EVERYTHING } from './one-index.ts';

const TOP = 30;
const [dataDir, sets, wanted = '100', url] = process.argv.slice(2);
if (dataDir === undefined || sets === undefined)
  throw new Error(
    'Name a data folder and a folder of judged queries: npm run bench:repositories -- DATA SETS',
  );

const stores = await openStoresToRead(readConfig({ dataDir }));
const registry = new RepositoryRegistry(stores.recordStore);
const members = (await registry.list(SHARED_TENANT)).flatMap(
  ({ name, snapshots: [newest] }): SnapshotRef[] =>
    newest ? [{ repository: name, snapshot: newest.snapshot }] : [],
);
const [first, ...others] = members;
if (!first) throw new Error(`${dataDir} has no repositories.`);
const all = snapshotSet([first, ...others]);
const scratch = await mkdtemp(join(tmpdir(), 'quarry-repositories-'));
const own = url === undefined ? stores.searchIndex : readingSets(openSearchIndex(url));
const whole = url === undefined ? openSearchIndex(`sqlite:${scratch}`) : own;
const settings = Object.assign(new PipelineSettings(), { entry_step_id: 'none' });

interface Searched {
  readonly ndcg10: number;
  readonly ms: number;
}

try {
  for (const member of members) {
    await copyInto(stores.searchIndex, member, whole, EVERYTHING, true);
    if (url !== undefined) await copyInto(stores.searchIndex, member, own, member, false);
  }
  const info = await whole.describe(EVERYTHING);
  say(`${members.length} repositories, ${info?.chunks ?? 0} chunks, ${url ?? 'embedded'}`);
  say('set | queries | all repositories | one index | own repository | p50 ms all | p50 ms one index');
  const times: { all: number[]; one: number[] } = { all: [], one: [] };
  for (const member of members) {
    const queries = await readJudged(join(sets, member.repository), Number(wanted));
    if (queries.length === 0) continue;
    const rows: { all: Searched; one: Searched; own: Searched }[] = [];
    for (const query of queries)
      rows.push({
        all: await searched(own, all, query, `${member.repository}/`),
        one: await searched(whole, EVERYTHING, query, `${member.repository}/`),
        own: await searched(own, member, query, ''),
      });
    times.all.push(...rows.map((row) => row.all.ms));
    times.one.push(...rows.map((row) => row.one.ms));
    const ndcg = (of: 'all' | 'one' | 'own') =>
      (rows.reduce((sum, row) => sum + row[of].ndcg10, 0) / rows.length).toFixed(3);
    const p50 = (of: 'all' | 'one') => median(rows.map((row) => row[of].ms)).toFixed(1);
    say(
      [member.repository, rows.length, ndcg('all'), ndcg('one'), ndcg('own'), p50('all'), p50('one')].join(
        ' | ',
      ),
    );
  }
  const [several, one] = [median(times.all), median(times.one)];
  say(`p50 of all queries: ${several.toFixed(1)} / ${one.toFixed(1)} ms = ${(several / one).toFixed(2)}`);
} finally {
  await whole.close();
  if (own !== whole && url !== undefined) await own.close();
  await stores.close();
  await rm(scratch, { recursive: true, force: true });
}

/** A hybrid search; the embedding of its query is made before and not timed. */
async function searched(
  index: SearchIndex,
  ref: SnapshotRef,
  { text, gold }: JudgedQuery,
  folder: string,
): Promise<Searched> {
  const { embedder, reranker } = stores;
  const found = { index, embedder, reranker, snapshots: { resolve: () => Promise.resolve(ref) } };
  const retrieval = await Retrieval.open(found, 'hybrid', settings);
  const ask = () => retrieval.search([{ query: text, topK: TOP }], new AbortController().signal);
  await ask();
  const began = performance.now();
  const [hits = []] = await ask();
  const ms = performance.now() - began;
  // A document of another repository is no document of the set, whatever its id.
  const documents = hits.map(({ chunk }) =>
    chunk.path.startsWith(folder) ? (chunk.document ?? chunk.path.slice(folder.length)) : chunk.id,
  );
  return { ndcg10: rankingMeasures(gold, documents).ndcg10, ms };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
