import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { CHECKS, runChecks } from './checks.mts';
import { faultTable, isKept, parseReports, totalLine } from './fault-table.mts';
import { runJest } from './jest-run.mts';
import { duration, heading, print } from './output.mts';
import { prepareModel, prepareRedis, reportCheck } from './prepare.mts';
import { startTestServers } from './test-servers.mts';

const HELP = `Usage: ./quarry test --faults [--turns N] [--seed N] [--servers] [PATTERN ...]
       ./quarry test --faults --from FILE

Runs the fault tests (test/faults) in their long form, sequentially: services,
Redis, Elasticsearch, Neo4j and models fail while turns run. With
patterns: only those in files whose names contain one of them, e.g. mixed.

  --turns N    turns of the run with all faults mixed (default 2000)
  --seed N     seed of random choices (default: today's date)
  --servers    also starts Elasticsearch and Neo4j if patterns are given
  --from FILE  runs nothing: prints the table of a file of reports (JSON lines)

Prints a table with one row per fault. The last line is always
"turns N ended N lost N doubled N"; the exit code is 1 unless every accepted
turn ended once, no hop was committed twice, and all tests passed.
Guarantees and columns: docs/faults.md
`;

/** A run of 20,000 turns takes a quarter of an hour on an idle machine, and much longer on a busy one. */
const LIMIT_MS = 3 * 3_600_000;

/** `./quarry test --faults`. @returns the exit code */
export async function testFaults(args: readonly string[]): Promise<number> {
  let asked: Asked;
  try {
    asked = readArguments(args);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
    return 1;
  }
  const { turns, seed, patterns } = asked;
  if (asked.help) {
    process.stdout.write(HELP);
    return 0;
  }
  if (asked.from !== undefined) return conclude(await readFile(asked.from, 'utf8'), true);
  const began = Date.now();

  prepareRedis();
  const starting = startTestServers(patterns.length === 0 || asked.servers);
  heading('Build');
  // The killed processes run the build.
  const builds = await runChecks(
    CHECKS.filter(({ name }) => name === 'build'),
    reportCheck,
  );
  prepareModel();
  heading('Elasticsearch and Neo4j');
  const servers = await starting;
  for (const line of servers.report) print(line);

  heading(`Faults (seed ${seed})`);
  const folder = await mkdtemp(path.join(tmpdir(), 'quarry-faults-'));
  const file = path.join(folder, 'reports.jsonl');
  const environment = {
    ...servers.environment,
    ...{ QUARRY_FAULTS: 'long', QUARRY_FAULT_REPORT: file },
    ...{ QUARRY_FAULT_SEED: String(seed), QUARRY_FAULT_TURNS: String(turns) },
  };
  try {
    // A test that fails midway leaves connections open, for which jest would wait.
    const args = ['--runInBand', '--forceExit', ...filesOf(patterns)];
    const tests = await runJest({ args, environment, limitMs: LIMIT_MS });
    heading('Summary');
    for (const trouble of tests.troubles) print(`failed: ${trouble}`);
    for (const name of tests.skipped) print(`skipped: ${name}`);
    print(`${tests.passed} tests passed, ${tests.failed} failed, ${tests.skipped.length} skipped`);
    print(`seed ${seed}, ${duration(Date.now() - began)}\n`);
    const reports = await readFile(file, 'utf8').catch(() => '');
    return conclude(reports, tests.failed === 0 && builds.every(({ passed }) => passed));
  } finally {
    await servers.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Asked {
  readonly help: boolean;
  readonly servers: boolean;
  readonly from: string | undefined;
  readonly turns: number;
  readonly seed: number;
  readonly patterns: readonly string[];
}

/** @throws Error that names the invalid argument */
function readArguments(args: readonly string[]): Asked {
  const today = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      faults: { type: 'boolean' },
      help: { type: 'boolean', short: 'h', default: false },
      turns: { type: 'string', default: '2000' },
      seed: { type: 'string', default: today },
      from: { type: 'string' },
      servers: { type: 'boolean', default: false },
    },
  });
  return {
    ...{ help: values.help, servers: values.servers, from: values.from, patterns: positionals },
    ...{ turns: wholeNumber('--turns', values.turns), seed: wholeNumber('--seed', values.seed) },
  };
}

function conclude(text: string, passed: boolean): number {
  const reports = parseReports(text);
  for (const line of faultTable(reports)) print(line);
  print();
  print(totalLine(reports));
  return passed && isKept(reports) ? 0 : 1;
}

/** Jest's patterns, for the fault tests only. */
function filesOf(patterns: readonly string[]): readonly string[] {
  if (patterns.length === 0) return ['test/faults/'];
  return patterns.map((pattern) => `test/faults/.*${pattern.replace(/^test\/faults\//, '')}`);
}

function wholeNumber(option: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new Error(`${option} must be a whole number of at least 1, not '${text}'.`);
  return Number(text);
}
