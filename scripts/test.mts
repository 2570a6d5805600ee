/**
 * `./quarry test [PATTERN …]`: every check and every test, with the last line `N passed, N failed`.
 * With patterns, jest alone on the files whose paths match.
 */
import { spawnSync } from 'node:child_process';
import { CHECKS, ROOT, runChecks } from './checks.mts';
import type { CheckResult } from './checks.mts';
import { runJest } from './jest-run.mts';
import { startTestServers } from './test-servers.mts';

const HELP = `Usage: ./quarry test [--servers] [PATTERN ...]

Without a pattern: build, types, format, lint, module boundaries, unused code, import cycles, then every test.
With patterns: only the tests in files whose path contains one of them, e.g. ./quarry test libs/pipeline
A whole run also starts an Elasticsearch and a Neo4j of its own; with patterns --servers does so.
The last line is always "N passed, N failed"; the exit code is 1 where anything failed.
`;

const print = (line = ''): void => void process.stdout.write(`${line}\n`);
const heading = (text: string): void => {
  print(`\n── ${text} ${'─'.repeat(Math.max(3, 76 - text.length))}`);
};

async function main(args: readonly string[]): Promise<number> {
  const patterns = args.filter((argument) => argument !== '--servers');
  if (patterns.some((pattern) => pattern === '--help' || pattern === '-h')) {
    process.stdout.write(HELP);
    return 0;
  }
  const began = Date.now();

  heading('Redis');
  const redis = spawnSync('sh', ['scripts/ensure-redis.sh'], { cwd: ROOT, stdio: ['ignore', 1, 1] });
  if (redis.status !== 0) print('Tests that need a Redis server will be skipped, each by name.');

  // They take half a minute to start, more where they must be fetched: meanwhile the checks run.
  const starting = startTestServers(patterns.length === 0 || args.includes('--servers'));

  let checks: readonly CheckResult[] = [];
  if (patterns.length === 0) {
    heading(`Checks (${CHECKS.length})`);
    checks = await runChecks(CHECKS, report);
  }

  heading('Embedding model');
  const setup = ['--disable-warning=ExperimentalWarning', 'apps/cli/dist/main.js', 'setup'];
  const model = spawnSync(process.execPath, setup, { cwd: ROOT, stdio: ['ignore', 1, 1] });
  if (model.status !== 0) print('Tests of the model will be skipped, each by name.');

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
  print(`${checks.length} checks and ${tests.passed + tests.failed} tests in ${seconds(Date.now() - began)}`);
  if (tests.skipped.length > 0) print(`${tests.skipped.length} skipped`);
  print(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

function report(check: CheckResult): void {
  print(`${check.passed ? 'ok    ' : 'FAILED'} ${check.name} (${seconds(check.seconds * 1000)})`);
  if (!check.passed) print(check.output.replace(/^/gm, '       '));
}

function seconds(ms: number): string {
  return ms < 120_000 ? `${(ms / 1000).toFixed(1)} s` : `${(ms / 60_000).toFixed(1)} min`;
}

process.exitCode = await main(process.argv.slice(2));
