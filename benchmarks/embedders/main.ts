/** `npm run train:embedder-mean -- [--sets FOLDER] [--model DIR]`: see README.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BGE_SMALL, openOnnx } from '@quarry/embedder';
import { readDataSet } from '@quarry/evaluation';

const ROOT = resolve(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    sets: { type: 'string', default: join(ROOT, '../shared/data') },
    model: { type: 'string', default: join(homedir(), '.cache/quarry/models/bge-small') },
  },
});

/** Code, documentation, tables and prose, each with the same weight; SciFact and Cranfield stay unseen. */
const SETS = ['cosqa', 'aptosdocs', 'tatqa', 'multihop/hotpot100', 'mtrag'];
/** Texts of each set. */
const EACH = 300;
const SPLITS: Readonly<Record<string, string>> = { mtrag: 'human' };

const raw = await openOnnx({ ...BGE_SMALL, pooling: { of: 'first', mean: null } }, values.model);
const sum = new Float64Array(BGE_SMALL.dimension);
for (const set of SETS) {
  const split = SPLITS[set];
  const { corpus } = await readDataSet(join(resolve(values.sets), set), split ? { split } : {});
  const documents = readFileSync(corpus, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { readonly title?: string; readonly text: string });
  const step = Math.max(1, Math.floor(documents.length / EACH));
  const drawn = documents.filter((_, at) => at % step === 0).slice(0, EACH);
  const texts = drawn.map(({ title, text }) => (title ? `${title}\n${text}` : text));
  const vectors = await raw.embed(texts, { as: 'passage' });
  for (const vector of vectors)
    vector.forEach((value, i) => (sum[i] = (sum[i] ?? 0) + value / vectors.length / SETS.length));
  console.log(`${set}: ${vectors.length} of ${documents.length} texts`);
}
await raw.close();

const file = join(ROOT, 'libs/embedder/src/onnx/bge-small-mean.ts');
writeFileSync(
  file,
  `/** The mean vector of texts of bge-small, by \`npm run train:embedder-mean\`. */
export const BGE_SMALL_MEAN: readonly number[] = [
${[...sum].map((value) => `  ${Number(value.toFixed(4))},`).join('\n')}
];
`,
);
console.log(`written: ${file}`);
