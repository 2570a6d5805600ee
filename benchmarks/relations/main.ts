/** `npm run bench:relations -- DATA...`: see README.md. */
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import type { ChatModel } from '@quarry/chat-model';
import type { GraphStore, LocatedEdge } from '@quarry/graph-store';
import { openPlatform, readConfig, SnapshotResolver } from '@quarry/platform';
import { loadAskablePipelines, startServices } from '@quarry/solo';
import { nameInKey, type NodeKey, type SnapshotRef } from '@quarry/turn';
import { randomFor, shuffled } from '../claims/labelled.ts';
import { coverageOf, type Coverage } from './shown.ts';

const { values, positionals } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    each: { type: 'string', default: '40' },
    missing: { type: 'boolean' },
  },
  allowPositionals: true,
});
if (positionals.length === 0)
  throw new Error('Name data folders of indexes: npm run bench:relations -- DATA...');

interface Drawn {
  readonly key: NodeKey;
  readonly edges: readonly LocatedEdge[];
}

const all: Coverage[] = [];
console.log(
  '| code base | functions | relations | in the first prompt | all shown | cut, counted | cut, not counted |',
);
console.log('| --- | --- | --- | --- | --- | --- | --- |');
for (const folder of positionals) {
  const some = await measure(folder);
  all.push(...some);
  console.log(row(basename(folder), some));
}
console.log(row('all', all));

/** The coverage of functions drawn from one index, each asked about in a turn of the `code` pipeline. */
async function measure(dataDir: string): Promise<readonly Coverage[]> {
  const config = readConfig(
    { dataDir, carrier: 'memory', embedderUrl: 'none', logLevel: 'silent' },
    {},
    'serve',
  );
  const platform = await openPlatform(config);
  const prompts: string[] = [];
  const running = await startServices({
    platform: { ...platform, chatModel: recorded(platform.chatModel, prompts) },
    pipelines: loadAskablePipelines(config),
  });
  try {
    const ref = await new SnapshotResolver(config.dataDir, config.repository).resolve({
      ...{ repository: '', active_index: 'current' },
    });
    const drawn = await draw(platform.graphStore, ref, Number(values.each));
    const coverages: Coverage[] = [];
    for (const { key, edges } of drawn) {
      prompts.length = 0;
      const question = `How does \`${nameInKey(key)}\` work, and where is it used?`;
      const asked = { tenant: 'local', question, pipeline: 'code', isEnglish: true };
      const turns = running.turns;
      if (!turns) throw new Error('The gateway did not start.');
      const { turnId } = await turns.ask(asked);
      await turns.settled('local', turnId);
      const [first] = prompts;
      if (first === undefined) throw new Error(`No prompt for an answer was made for ${key}.`);
      const coverage = coverageOf(first, edges);
      coverages.push(coverage);
      if (values.missing === true)
        for (const { from, to } of coverage.missing) console.error(`${question} lacks ${from} CALLS ${to}`);
    }
    return coverages;
  } finally {
    await running.close();
  }
}

/** Functions and methods with at least one caller or callee, in random order. */
async function draw(graph: GraphStore, ref: SnapshotRef, count: number): Promise<readonly Drawn[]> {
  const keys: NodeKey[] = [];
  for await (const { nodes } of graph.export(ref))
    keys.push(...nodes.filter(({ kind }) => kind === 'FUNCTION' || kind === 'METHOD').map(({ key }) => key));
  const drawn: Drawn[] = [];
  for (const key of shuffled([...new Set(keys)].toSorted(), randomFor(values.seed))) {
    if (drawn.length === count) break;
    const query = { edgeKinds: ['CALLS'], limit: 10_000 } as const;
    const [incoming, outgoing] = await Promise.all([
      graph.edgesAt(ref, [key], { ...query, direction: 'in' }),
      graph.edgesAt(ref, [key], { ...query, direction: 'out' }),
    ]);
    const edges = [...incoming.edges, ...outgoing.edges.filter(({ to }) => to !== key)];
    if (edges.length > 0) drawn.push({ key, edges });
  }
  return drawn;
}

/** The model of the platform; what it is sent for an answer is appended to `prompts`. */
function recorded(model: ChatModel, prompts: string[]): ChatModel {
  return {
    id: model.id,
    generative: model.generative,
    complete: (request) => {
      const text = request.messages.map(({ content }) => content).join('\n');
      if (request.inputs.task === 'answer') prompts.push(text);
      return model.complete(request);
    },
  };
}

function row(name: string, coverages: readonly Coverage[]): string {
  const sum = (of: (one: Coverage) => number): number => coverages.reduce((total, one) => total + of(one), 0);
  const [relations, shown] = [sum((one) => one.relations), sum((one) => one.shown)];
  const cut = coverages.filter((one) => one.shown < one.relations);
  const counted = cut.filter((one) => one.counted).length;
  const share = relations === 0 ? 0 : (100 * shown) / relations;
  return `| ${name} | ${coverages.length} | ${relations} | ${shown} (${share.toFixed(1)} %) | ${
    coverages.length - cut.length
  } | ${counted} | ${cut.length - counted} |`;
}
