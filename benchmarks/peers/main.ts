/** `npm run bench:peers -- --sets DIR,… --sizes 10000,100000`: see README.md. */
import { rmSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { grow } from '@quarry/cli';
import { ENGINES } from './engines/index.ts';
import { prepare, withVectors, type Prepared } from './prepare.ts';
import { render } from './render.ts';
import { run, type Measured } from './run.ts';

const ROOT = resolve(import.meta.dirname, '../..');

const { values } = parseArgs({
  options: {
    sets: { type: 'string', default: '../shared/data/scifact' },
    sizes: { type: 'string', default: '' },
    engines: { type: 'string', default: Object.keys(ENGINES).join(',') },
    rounds: { type: 'string', default: '3' },
    timed: { type: 'string', default: '100' },
    questions: { type: 'string', default: 'Infinity' },
    data: { type: 'string', default: join(ROOT, '.quarry/bench-peers') },
    json: { type: 'string' },
  },
});
const list = (text: string): string[] => text.split(',').filter((part) => part !== '');

const engines = list(values.engines);
const unknown = engines.filter((name) => !(name in ENGINES));
if (unknown.length > 0)
  throw new Error(`There is no engine ${unknown.join(', ')}. There are: ${Object.keys(ENGINES).join(', ')}.`);

const scratch = await mkdtemp(join(tmpdir(), 'quarry-peers-'));
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    rmSync(scratch, { recursive: true, force: true });
    process.exit(1);
  });
const options = {
  engines,
  rounds: Number(values.rounds),
  timed: Number(values.timed),
  warmUp: 10,
  scratch: join(scratch, 'run'),
  say: (what: string) => {
    console.error(what);
  },
};
const results: Measured[] = [];
const keep = async (measured: Measured): Promise<void> => {
  results.push(measured);
  console.log(render(measured));
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(results, null, 2)}\n`);
};

try {
  console.log(
    `${new Date().toISOString()}, Node ${process.version}, ${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'})\n`,
  );
  let first: Prepared | null = null;
  for (const set of list(values.sets)) {
    const prepared = await prepare(set, { root: ROOT, data: values.data });
    first ??= prepared;
    const { questions, files } = prepared;
    const judged = questions.slice(0, Number(values.questions));
    await keep(await run({ ...prepared, files: withVectors(files), judged, questions }, options));
  }
  for (const size of list(values.sizes).map(Number)) {
    if (!first) throw new Error('Name a set from which texts are grown: --sets DIR.');
    const name = `${size} pieces, grown from ${first.name}`;
    const files = function* () {
      for (const { file, vector } of grow(first.files, size)) yield { file, vectors: [vector] };
    };
    await keep(await run({ ...first, name, files: files(), judged: [] }, options));
  }
} finally {
  await rm(scratch, { recursive: true, force: true });
}
