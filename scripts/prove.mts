/**
 * `./quarry prove`: the proofs, which take many minutes each. Other runs try only a sample of each (test/sample.ts).
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runJest } from './jest-run.mts';
import { laneOf, specFiles } from './lanes.mts';
import { duration, heading, print } from './output.mts';
import { prepareModel, prepareRedis } from './prepare.mts';
import { startTestServers } from './test-servers.mts';

const HELP = `Usage: ./quarry prove                          lists the proofs
       ./quarry prove [--seed N] NAME [NAME ...]
       ./quarry prove [--seed N] --all

Runs every case of a proof: thousands of generated cases, long faults. In
./quarry test --all, each proof runs a sample. ./quarry test --faults runs
all fault tests in their long form, with a table.

  --all      every proof, sequentially
  --seed N   seed of random choices

The last line is always "N passed, N failed"; the exit code is 1 if anything
failed.
`;

const PROOFS = new Map(
  specFiles()
    .filter((file) => laneOf(file) === 'proof')
    .map((file) => [path.basename(file, '.proof.spec.ts'), file] as const),
);
const LIMIT_MS = 3 * 3_600_000;

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      all: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
      seed: { type: 'string' },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const { seed } = values;
  if (seed !== undefined && !/^[1-9]\d{0,8}$/.test(seed))
    throw new Error(`--seed must be a whole number of at least 1, not '${seed}'.`);
  const names = values.all ? [...PROOFS.keys()] : positionals;
  if (names.length === 0) {
    for (const [name, file] of PROOFS) print(`${name.padEnd(24)}${file}`);
    return 0;
  }
  const files = names.map((name) => {
    const file = PROOFS.get(name);
    if (file === undefined)
      throw new Error(`There is no proof '${name}'. Known proofs: ${[...PROOFS.keys()].join(', ')}.`);
    return file;
  });

  const began = Date.now();
  prepareRedis();
  const starting = startTestServers(files.some((file) => file.startsWith('test/faults/')));
  prepareModel();
  const servers = await starting;
  heading(`Proofs: ${names.join(', ')}`);
  const tests = await runJest({
    args: ['--runInBand', '--runTestsByPath', ...files],
    environment: {
      ...servers.environment,
      ...{ QUARRY_PROVE: 'whole', QUARRY_FAULTS: 'long' },
      ...(seed === undefined ? {} : { QUARRY_SEED: seed, QUARRY_FAULT_SEED: seed }),
    },
    limitMs: LIMIT_MS,
  });
  await servers.stop();
  heading('Summary');
  for (const trouble of tests.troubles) print(`failed: ${trouble}`);
  for (const name of tests.skipped) print(`skipped: ${name}`);
  print(duration(Date.now() - began));
  print(`${tests.passed} passed, ${tests.failed} failed`);
  return tests.failed === 0 ? 0 : 1;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
  process.exitCode = 1;
}
