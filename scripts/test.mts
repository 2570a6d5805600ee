/**
 * `./quarry test`: the checks and the tests, in lanes; the last line is `N passed, N failed`. See docs/recipes.md for
 * lanes.
 */
import { availableParallelism, cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { changedSpecs } from './changed.mts';
import { CHECKS, runChecks } from './checks.mts';
import type { Check, CheckResult } from './checks.mts';
import { testFaults } from './faults.mts';
import { runJest } from './jest-run.mts';
import type { JestOutcome, JestRun } from './jest-run.mts';
import { LANES, laneOf, patternOf, specFiles, workersOfAll } from './lanes.mts';
import { duration, heading, print } from './output.mts';
import { prepareModel, prepareRedis, reportCheck } from './prepare.mts';
import { startTestServers } from './test-servers.mts';

const HELP = `Usage: ./quarry test [PATTERN ...] [-- JEST OPTION ...]
       ./quarry test --all [--shard I/N]
       ./quarry test --changed [REVISION]
       ./quarry test --starved [PATTERN ...]
       ./quarry test --faults ...
       ./quarry prove [NAME ...]

Without arguments: the checks (build, types, format, lint, boundaries, unused
code, licences, words), and the pure lane of the tests. A check that passed on
the same content is remembered; lint looks at files that changed.

  PATTERN      only tests in files whose path contains one, of any lane,
               e.g. ./quarry test libs/pipeline
  --all        every check from scratch, and every test; starts a Redis, an
               Elasticsearch and a Neo4j for itself
  --shard I/N  with --all: part I of N; the checks are in the first
  --changed    only tests that the changes since REVISION can reach (default:
               since origin/main, and uncommitted changes)
  --starved    the pure and integrated lanes, or PATTERN, with 60 ms of
               CPU time in every 360
  --servers    also starts Elasticsearch and Neo4j if patterns are given
  --faults     the long form of the fault tests: --faults --help
  prove        tests that need many minutes: ./quarry prove --help

The last line is always "N passed, N failed"; the exit code is 1 if anything
failed.
`;

/** Maximum CPU time of a pure spec. Slower ones are listed, because the pure lane must stay short. */
const PURE_CPU_MS = 1_000;

interface Asked {
  readonly all: boolean;
  readonly changed: boolean;
  readonly starved: boolean;
  readonly servers: boolean;
  readonly help: boolean;
  readonly shard: string | undefined;
  readonly rest: readonly string[];
  /** Options for jest, passed on unchanged. */
  readonly jest: readonly string[];
}

/** @throws Error that names the invalid argument */
function readArguments(args: readonly string[]): Asked {
  const end = args.indexOf('--');
  const { values, positionals } = parseArgs({
    args: end < 0 ? [...args] : args.slice(0, end),
    allowPositionals: true,
    options: {
      all: { type: 'boolean', default: false },
      changed: { type: 'boolean', default: false },
      starved: { type: 'boolean', default: false },
      servers: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
      shard: { type: 'string' },
    },
  });
  const { shard } = values;
  const [part, of] = (shard ?? '1/1').split('/').map(Number);
  if (!/^[1-9]\d?\/[1-9]\d?$/.test(shard ?? '1/1') || part! > of!)
    throw new Error(`--shard must be I/N with I from 1 to N, e.g. 1/4, not '${shard}'.`);
  if (shard !== undefined && !values.all) throw new Error('--shard requires --all.');
  if (Number(values.all) + Number(values.changed) + Number(values.starved) > 1)
    throw new Error('--all, --changed and --starved exclude each other.');
  if (values.all && positionals.length > 0) throw new Error('--all takes no patterns.');
  return {
    ...{ all: values.all, changed: values.changed, starved: values.starved, servers: values.servers },
    ...{ help: values.help, shard, rest: positionals, jest: end < 0 ? [] : args.slice(end + 1) },
  };
}

/** What to run. */
interface Plan {
  readonly checks: 'from scratch' | 'remembered' | 'none';
  /** Redis and the embedding model, which only the pure lane does not need. */
  readonly redisAndModel: boolean;
  readonly servers: boolean;
  readonly jest: JestRun;
}

async function planFor({ all, changed, starved, servers, shard, rest, jest }: Asked): Promise<Plan> {
  const some = { checks: 'none', redisAndModel: true, servers } as const;
  if (all) {
    const checks = shard === undefined || shard.startsWith('1/') ? 'from scratch' : 'none';
    const workers = `--maxWorkers=${workersOfAll(availableParallelism(), totalmem())}`;
    const args = shard === undefined ? [workers, ...jest] : [workers, `--shard=${shard}`, ...jest];
    // Of the CPU time, a test gets half as much as with one worker for each core.
    const environment = { QUARRY_TEST_PATIENCE: '2' };
    return { checks, redisAndModel: true, servers: true, jest: { args, environment } };
  }
  if (changed) {
    const specs = await changedSpecs(rest[0]);
    print(`${specs.length} of ${specFiles().length} spec files can be reached by the changes`);
    const slow = specs.some((file) => laneOf(file) === 'slow');
    const args = ['--passWithNoTests', '--runTestsByPath', ...specs, ...jest];
    return { ...some, servers: servers || slow, jest: { args } };
  }
  if (starved) {
    const patterns = rest.length === 0 ? [patternOf(['pure', 'integrated'])] : rest;
    return { ...some, jest: { args: [...patterns, ...jest], starved } };
  }
  if (rest.length > 0) return { ...some, jest: { args: [...rest, ...jest] } };
  return {
    ...{ checks: 'remembered', redisAndModel: false, servers },
    jest: { args: [patternOf(['pure']), ...jest] },
  };
}

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--faults')) return testFaults(args);
  let asked: Asked;
  try {
    asked = readArguments(args);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
    return 1;
  }
  if (asked.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const began = Date.now();
  const idleBefore = idleMs();
  const plan = await planFor(asked);

  if (plan.redisAndModel) prepareRedis();

  // They take half a minute to start, longer if they must be downloaded. The checks run meanwhile.
  const starting = startTestServers(plan.servers);

  // The slow tests need what some checks make. From scratch, the others take what these and the tests leave of the CPU.
  const [before, during] = checksOf(plan);
  const besides = runChecks(during, () => undefined, { besides: true });
  const checks: CheckResult[] = [];
  if (before.length > 0) {
    heading(`Checks (${before.length + during.length})`);
    checks.push(...(await runChecks(before, reportCheck, { remember: plan.checks === 'remembered' })));
  }

  if (plan.redisAndModel) prepareModel();

  const servers = await starting;
  if (plan.servers) {
    heading('Elasticsearch and Neo4j');
    for (const line of servers.report) print(line);
  }

  heading('Tests (jest)');
  const [tests, others] = await Promise.all([
    runJest({ ...plan.jest, environment: { ...plan.jest.environment, ...servers.environment } }),
    besides,
  ]);
  if (others.length > 0) heading('Checks that ran during the tests');
  others.forEach(reportCheck);
  checks.push(...others);
  await servers.stop();

  heading('Summary');
  const failedChecks = checks.filter((check) => !check.passed);
  for (const name of tests.skipped) print(`skipped: ${name}`);
  const passed = tests.passed + checks.length - failedChecks.length;
  const failed = tests.failed + failedChecks.length;
  print(
    `${checks.length} checks and ${tests.passed + tests.failed} tests in ${duration(Date.now() - began)}`,
  );
  const idle = (idleMs() - idleBefore) / cpus().length / (Date.now() - began);
  print(`The cores of this machine were idle for ${Math.round(100 * idle)} % of that time`);
  if (tests.skipped.length > 0) print(`${tests.skipped.length} skipped`);
  sayHeavy(tests);
  if (plan.checks === 'remembered') sayWhatElse();
  // Last, so that the end of a long log names what failed.
  for (const check of failedChecks) print(`failed check: ${check.name}`);
  for (const failure of [...tests.failures, ...tests.troubles]) print(`failed: ${failure}`);
  print(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/** @returns the checks that run before the tests, and those that run during the tests */
function checksOf(plan: Plan): readonly [readonly Check[], readonly Check[]] {
  if (plan.checks === 'none') return [[], []];
  if (plan.checks === 'remembered') return [CHECKS, []];
  return [CHECKS.filter(({ makes }) => makes), CHECKS.filter(({ makes }) => !makes)];
}

/** For how long the cores of this machine have had nothing to do, all together. Tells whether more workers can help. */
function idleMs(): number {
  return cpus().reduce((sum, { times }) => sum + times.idle, 0);
}

function sayHeavy({ cpu }: JestOutcome): void {
  const heavy = cpu.filter(({ file, cpuMs }) => laneOf(file) === 'pure' && cpuMs > PURE_CPU_MS);
  if (heavy.length === 0) return;
  const named = heavy.slice(0, 5).map(({ file, cpuMs }) => `${file} ${duration(cpuMs)}`);
  print(`${heavy.length} pure files took more than 1 s of CPU time, including loading: ${named.join(', ')}`);
}

function sayWhatElse(): void {
  const files = specFiles();
  const counts = LANES.map((lane) => `${files.filter((file) => laneOf(file) === lane).length} ${lane}`);
  print(
    `Of ${files.length} spec files (${counts.join(', ')}) the pure ones ran. ./quarry test --all runs the others too, and every check from scratch.`,
  );
}

process.exitCode = await main(process.argv.slice(2));
