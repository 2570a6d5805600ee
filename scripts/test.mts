/**
 * `./quarry test [PATTERN …]`: every check and every test, with the last line `N passed, N failed`.
 * With patterns, jest alone on the files whose paths match.
 */
import { CHECKS, runChecks } from './checks.mts';
import type { CheckResult } from './checks.mts';
import { testFaults } from './faults.mts';
import { runJest } from './jest-run.mts';
import { duration, heading, print } from './output.mts';
import { prepareModel, prepareRedis, reportCheck } from './prepare.mts';
import { startTestServers } from './test-servers.mts';

const HELP = `Usage: ./quarry test [--servers] [PATTERN ...]
       ./quarry test --faults [--turns N] [--seed N] [PATTERN ...]

Without a pattern: build, types, format, lint, module boundaries, unused code, import cycles, then every test.
With patterns: only the tests in files whose path contains one of them, e.g. ./quarry test libs/pipeline
With --faults: the long form of the fault tests; more in ./quarry test --faults --help
A whole run also starts an Elasticsearch and a Neo4j of its own; with patterns --servers does so.
The last line is always "N passed, N failed"; the exit code is 1 where anything failed.
`;

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--faults')) return testFaults(args);
  const patterns = args.filter((argument) => argument !== '--servers');
  if (patterns.some((pattern) => pattern === '--help' || pattern === '-h')) {
    process.stdout.write(HELP);
    return 0;
  }
  const began = Date.now();

  prepareRedis();

  // They take half a minute to start, more where they must be fetched: meanwhile the checks run.
  const starting = startTestServers(patterns.length === 0 || args.includes('--servers'));

  let checks: readonly CheckResult[] = [];
  if (patterns.length === 0) {
    heading(`Checks (${CHECKS.length})`);
    checks = await runChecks(CHECKS, reportCheck);
  }

  prepareModel();

  heading('Elasticsearch and Neo4j');
  const servers = await starting;
  for (const line of servers.report) print(line);

  heading('Tests (jest)');
  const tests = await runJest(patterns, servers.environment);
  await servers.stop();

  heading('Summary');
  const failedChecks = checks.filter((check) => !check.passed);
  for (const check of failedChecks) print(`failed check: ${check.name}`);
  for (const trouble of tests.troubles) print(`failed: ${trouble}`);
  for (const name of tests.skipped) print(`skipped: ${name}`);
  const passed = tests.passed + checks.length - failedChecks.length;
  const failed = tests.failed + failedChecks.length;
  print(
    `${checks.length} checks and ${tests.passed + tests.failed} tests in ${duration(Date.now() - began)}`,
  );
  if (tests.skipped.length > 0) print(`${tests.skipped.length} skipped`);
  print(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
