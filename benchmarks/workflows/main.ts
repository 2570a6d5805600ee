/** `npm run bench:workflows -- --in-flight 1,64 --rounds 5`: see README.md. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ENGINES } from './engines/index.ts';
import { render } from './render.ts';
import { run } from './run.ts';

const { values } = parseArgs({
  options: {
    engines: { type: 'string', default: Object.keys(ENGINES).join(',') },
    hops: { type: 'string', default: '8' },
    'in-flight': { type: 'string', default: '1,64' },
    rounds: { type: 'string', default: '5' },
    turns: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '3' },
    'kill-turns': { type: 'string', default: '200' },
    json: { type: 'string' },
  },
});
const engines = values.engines.split(',').filter((name) => name !== '');
const unknown = engines.filter((name) => !(name in ENGINES));
if (unknown.length > 0)
  throw new Error(`There is no engine ${unknown.join(', ')}. There are: ${Object.keys(ENGINES).join(', ')}.`);

const scratch = await mkdtemp(join(tmpdir(), 'quarry-workflows-'));
try {
  const load = loadavg()[0]?.toFixed(1) ?? '?';
  console.log(
    `${new Date().toISOString()}, Node ${process.version}, ${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), load ${load}\n`,
  );
  const result = await run({
    engines,
    hops: Number(values.hops),
    inFlight: values['in-flight'].split(',').map(Number),
    rounds: Number(values.rounds),
    turns: Number(values.turns),
    forMs: 1_000 * Number(values.seconds),
    killTurns: Number(values['kill-turns']),
    scratch,
    say: (what) => {
      console.error(what);
    },
  });
  console.log(render(result));
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(result, null, 2)}\n`);
} finally {
  await rm(scratch, { recursive: true, force: true });
}
