import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from './root.mts';
import { STARVED_TIMES, starve } from './starve.mts';

export interface JestOutcome {
  readonly passed: number;
  readonly failed: number;
  /** Full names of the skipped tests, with their files. */
  readonly skipped: readonly string[];
  /** Full names of the failed tests, with their files. */
  readonly failures: readonly string[];
  /** Problems other than failed tests: files that could not be loaded, an unclean exit. */
  readonly troubles: readonly string[];
  /** CPU time of each file, including loading; highest first. */
  readonly cpu: readonly FileCpu[];
}

/** Written by test/lane-environment.cjs for each spec file. */
interface FileCpu {
  readonly file: string;
  readonly cpuMs: number;
}

/** The part of jest's JSON report that is used. */
interface JestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** Jest ends a test that hangs, but not a file whose process hangs. This ends the whole run, which then fails. */
const LIMIT_MS = 75 * 60_000;

export interface JestRun {
  /** Options and patterns for jest. */
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly limitMs?: number;
  /** Stops its processes most of the time: see `starve.mts`. */
  readonly starved?: boolean;
}

/** Runs jest with its report on our stderr, and reads its results from a JSON file. */
export async function runJest(run: JestRun): Promise<JestOutcome> {
  const folder = await mkdtemp(path.join(tmpdir(), 'quarry-jest-'));
  const file = path.join(folder, 'report.json');
  const cpuFile = path.join(folder, 'cpu.jsonl');
  try {
    // Removing the folder also removes files of the tests. Other users may write to it, because some tests run as a
    // user with few permissions.
    await chmod(folder, 0o1777);
    const environment = { ...run.environment, TMPDIR: folder, QUARRY_TEST_RUN: folder };
    const args = ['--json', `--outputFile=${file}`, ...run.args];
    const code = await jest({ ...run, args, environment });
    const text = await readFile(file, 'utf8').catch(() => null);
    if (text === null) {
      return {
        passed: 0,
        failed: 1,
        skipped: [],
        failures: [],
        troubles: [`jest ended with code ${code} and no report: see above`],
        cpu: [],
      };
    }
    return { ...outcome(JSON.parse(text) as JestReport, code), cpu: await readCpu(cpuFile) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readCpu(file: string): Promise<readonly FileCpu[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as FileCpu).toSorted((a, b) => b.cpuMs - a.cpuMs);
}

function outcome(report: JestReport, code: number): Omit<JestOutcome, 'cpu'> {
  const skipped: string[] = [];
  const failures: string[] = [];
  const troubles: string[] = [];
  for (const suite of report.testResults) {
    const name = path.relative(ROOT, suite.name);
    const tests = suite.assertionResults;
    for (const test of tests) {
      if (test.status === 'failed') failures.push(`${name}: ${test.fullName}`);
      else if (test.status !== 'passed') skipped.push(`${name}: ${test.fullName}`);
    }
    if (suite.status === 'failed' && !tests.some((test) => test.status === 'failed')) {
      troubles.push(`${name} could not run: ${suite.message.trim().split('\n')[0] ?? ''}`);
    }
  }
  const failed = report.numFailedTests + troubles.length;
  if (code !== 0 && failed === 0) troubles.push(`jest ended with code ${code} though no test failed`);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + troubles.length,
    skipped,
    failures,
    troubles,
  };
}

function jest({ args, environment, limitMs = LIMIT_MS, starved = false }: JestRun): Promise<number> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'node_modules/.bin/jest', ...args],
    // Jest's JSON goes to the file. Its other output is for humans, and the last line of stdout is ours.
    {
      cwd: ROOT,
      env: {
        ...process.env,
        ...environment,
        ...(starved ? { QUARRY_TEST_PATIENCE: String(STARVED_TIMES) } : {}),
      },
      stdio: ['ignore', 2, 2],
      // In a separate process group, which is stopped as a whole: jest, its workers and their children.
      detached: starved,
    },
  );
  if (starved) void starve(child);
  const limit = setTimeout(() => {
    process.stderr.write(`jest did not end within ${limitMs / 60_000} minutes; ending it\n`);
    child.kill('SIGKILL');
  }, limitMs);
  return new Promise<number>((resolve) => {
    child.on('error', () => {
      resolve(1);
    });
    child.on('close', (code) => {
      resolve(code ?? 1);
    });
  }).finally(() => {
    clearTimeout(limit);
  });
}
