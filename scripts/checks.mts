import { spawn } from 'node:child_process';
import { availableParallelism, constants, setPriority } from 'node:os';
import { remembered } from './remembered.mts';
import { CACHE, ROOT } from './root.mts';

/** One check in addition to the jest tests: a command that exits with 0 if it passes. */
export interface Check {
  readonly name: string;
  /** Arguments for Node: a program of the dependencies or of `scripts`, then its own arguments. */
  readonly args: readonly string[];
  /** Additional arguments if results of the last run may be reused. */
  readonly incremental?: readonly string[];
  /**
   * True if it depends on more than the files of the checkout, so that an unchanged checkout is no reason to skip it.
   */
  readonly outside?: true;
  /** Name of a check that must end first, with any result. */
  readonly after?: string;
  /** True if it makes what the slow tests start: the services, the command line or the console. */
  readonly makes?: true;
}

export interface CheckResult {
  readonly name: string;
  readonly passed: boolean;
  readonly seconds: number;
  /** The output of the command, both streams in order. */
  readonly output: string;
  /** It passed before, on the same content. */
  readonly remembered?: boolean;
}

/** Longest first, and before them their prerequisites, so that two at a time end early. */
export const CHECKS: readonly Check[] = [
  // The boundary rule reads Nx's cached project graph. Without it, the rule passes silently.
  { name: 'project graph', args: ['node_modules/.bin/nx', 'graph', '--file=.nx/project-graph.json'] },
  {
    name: 'lint',
    args: ['node_modules/.bin/eslint', '.', '--max-warnings=0'],
    incremental: ['--cache', '--cache-strategy=content', `--cache-location=${CACHE}/eslint/`],
    after: 'project graph',
  },
  { name: 'build', args: ['node_modules/.bin/tsc', '-b'], makes: true },
  {
    name: 'bundle',
    args: ['node_modules/.bin/vite', 'build', 'apps/cli', '--logLevel=warn'],
    after: 'build',
    makes: true,
  },
  {
    name: 'types of sources and tests',
    args: ['node_modules/.bin/tsc', '-p', 'tsconfig.check.json'],
    incremental: ['--incremental', '--tsBuildInfoFile', `${CACHE}/check.tsbuildinfo`],
  },
  {
    name: 'format',
    args: ['node_modules/.bin/prettier', '--check', '--log-level=warn', '.'],
    incremental: ['--cache', '--cache-strategy=content', `--cache-location=${CACHE}/prettier`],
  },
  {
    name: 'layers and import cycles',
    args: ['node_modules/.bin/depcruise', 'apps', 'libs', '--config', '.dependency-cruiser.cjs'],
    incremental: ['--cache', `${CACHE}/depcruise`, '--cache-strategy', 'content'],
  },
  {
    name: 'folder cycles',
    args: ['node_modules/.bin/depcruise', 'apps', 'libs', '--config', '.dependency-cruiser-folders.cjs'],
    incremental: ['--cache', `${CACHE}/depcruise-folders`, '--cache-strategy', 'content'],
  },
  // A separate program: the globals of browsers and of Node must not mix.
  {
    name: 'types of the console',
    args: ['node_modules/.bin/tsc', '-p', 'apps/console'],
    incremental: ['--incremental', '--tsBuildInfoFile', `${CACHE}/console.tsbuildinfo`],
  },
  {
    name: 'console',
    args: ['node_modules/.bin/vite', 'build', 'apps/console', '--logLevel=warn'],
    makes: true,
  },
  {
    name: 'unused code',
    args: ['node_modules/.bin/knip', '--no-progress', '--no-config-hints'],
    incremental: ['--cache', `--cache-location=${CACHE}/knip`],
  },
  { name: 'boundary canary', args: ['scripts/canary.mts'], after: 'project graph' },
  // Uses the network. Without one, it reports that.
  { name: 'known vulnerabilities', args: ['scripts/audit.mts'], outside: true },
  { name: 'licences', args: ['scripts/licences.mts'] },
  { name: 'words', args: ['scripts/words.mts'] },
];

/**
 * Runs the checks, a few at a time, each as soon as possible and in order, and calls `ended` after each.
 *
 * @param options.remember skips checks that passed on the same content, and lets tools reuse their last results
 * @param options.besides other processes go first. Not with the lowest priority: behind tests that fill every core,
 *   lint then lasts as long as they do, and may end alone.
 */
export async function runChecks(
  checks: readonly Check[],
  ended: (result: CheckResult) => void,
  { remember = false, besides = false } = {},
): Promise<readonly CheckResult[]> {
  const memory = remember ? await remembered() : null;
  const results = new Map<string, CheckResult>();
  for (const { name } of checks.filter((check) => memory?.has(check.name))) {
    const known = { name, passed: true, seconds: 0, output: '', remembered: true };
    results.set(name, known);
    ended(known);
  }
  const waiting = checks.filter(({ name }) => !results.has(name));
  const running = new Set<Promise<void>>();
  const atOnce = Math.max(1, Math.min(2, availableParallelism()));

  const run = async (check: Check): Promise<void> => {
    const result = await runCheck(check, remember, besides);
    results.set(check.name, result);
    ended(result);
  };

  for (;;) {
    while (running.size < atOnce) {
      const next = waiting.findIndex(({ after }) => after === undefined || results.has(after));
      const [check] = next < 0 ? [] : waiting.splice(next, 1);
      if (!check) break;
      const end: Promise<void> = run(check).finally(() => running.delete(end));
      running.add(end);
    }
    if (running.size === 0) break;
    await Promise.race(running);
  }
  const passed = checks.filter(({ name, outside }) => !outside && results.get(name)?.passed);
  await memory?.keep(passed.map(({ name }) => name));
  return [...results.values()];
}

async function runCheck(check: Check, incremental: boolean, besides: boolean): Promise<CheckResult> {
  const began = Date.now();
  const child = spawn(process.execPath, [...check.args, ...(incremental ? (check.incremental ?? []) : [])], {
    cwd: ROOT,
    env: { ...process.env, NX_DAEMON: 'false', FORCE_COLOR: '0', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (besides && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const code = await new Promise<number>((resolve) => {
    child.on('error', (error) => {
      output += error.message;
      resolve(1);
    });
    child.on('close', (exit, signal) => {
      if (signal) output += `\nended by ${signal}`;
      resolve(exit ?? 1);
    });
  });
  return {
    name: check.name,
    passed: code === 0,
    seconds: (Date.now() - began) / 1000,
    output: output.trim(),
  };
}
