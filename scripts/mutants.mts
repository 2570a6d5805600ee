/**
 * Changes the code of a target, one mutation at a time, and runs its specs each time. A mutation that no test detects
 * is a rule without a test. Usage: `npm run mutants [-- TARGET ...]`; results and how to read them: docs/mutants.md.
 * Not part of CI, because a target takes many minutes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Stryker } from '@stryker-mutator/core';
import { print } from './output.mts';
import { CACHE, ROOT } from './root.mts';

interface Target {
  /** Folders with the specs to run, except slow ones. */
  readonly specs: readonly string[];
  /** Share of all mutants to sample. */
  readonly share: number;
}

const TARGETS: Readonly<Record<string, Target>> = {
  'apps/loop-guard': { specs: ['apps/loop-guard'], share: 1 },
  'apps/answerer/src/claims': {
    specs: ['apps/answerer/src/claims', 'apps/answerer/src/figures', 'apps/answerer/src/actions'],
    share: 1,
  },
  'libs/arithmetic': { specs: ['libs/arithmetic'], share: 0.38 },
  'libs/turn': { specs: ['libs/turn'], share: 0.18 },
  'libs/protocol': { specs: ['libs/protocol'], share: 0.115 },
  'libs/pipeline': { specs: ['libs/pipeline'], share: 0.21 },
};
const SEED = 'quarry-1';

type Result = Awaited<ReturnType<Stryker['runMutationTest']>>[number];
type Status = Result['status'];

/** Where each package's sources are in the sandbox. Its `node_modules` links to the unchanged sources. */
function sourcesOfPackages(): Readonly<Record<string, string>> {
  const folders = ['apps', 'libs'].flatMap((top) =>
    readdirSync(path.join(ROOT, top)).map((name) => `${top}/${name}`),
  );
  const entries = folders.flatMap((folder) => {
    const { name, exports = {} } = JSON.parse(
      readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8'),
    ) as {
      readonly name: string;
      readonly exports?: Readonly<Record<string, { readonly 'quarry-source'?: string }>>;
    };
    return Object.entries(exports).flatMap(([key, { 'quarry-source': source }]) =>
      source === undefined ? [] : [[`^${name}${key.slice(1)}$`, `<rootDir>/${path.join(folder, source)}`]],
    );
  });
  return Object.fromEntries(entries) as Readonly<Record<string, string>>;
}

async function run(name: string, { specs, share }: Target): Promise<void> {
  const folder = name.includes('/src') ? name : `${name}/src`;
  const slug = name.replaceAll('/', '-');
  const stryker = new Stryker({
    mutate: [
      `${folder}/**/*.ts`,
      `!${folder}/**/{testing,generated}/**`,
      `!${folder}/**/*conformance*`,
      // Lists of exports, without logic.
      `!${folder}/index.ts`,
      `!${folder}/**/*.spec.ts`,
    ],
    // Most are messages, whose wording is not tested. The compiler refuses nearly all others.
    mutator: { plugins: [], excludedMutations: ['StringLiteral'] },
    checkers: share < 1 ? ['sampled'] : [],
    plugins: [import.meta.resolve('@stryker-mutator/jest-runner'), import.meta.resolve('./sampled.mts')].map(
      (url) => fileURLToPath(url),
    ),
    sample: { seed: SEED, share },
    root: ROOT,
    testRunner: 'jest',
    jest: {
      configFile: 'jest.config.cjs',
      config: {
        // Combined with Stryker's own environment, which does not support '<rootDir>'.
        testEnvironment: './test/lane-environment.cjs',
        runner: '<rootDir>/scripts/mutants-runner.cjs',
        testMatch: specs.map((spec) => `<rootDir>/${spec}/**/*.spec.ts`),
        testPathIgnorePatterns: ['/node_modules/', String.raw`\.(?:slow|proof)\.spec\.ts$`],
        moduleNameMapper: sourcesOfPackages(),
      },
    },
    coverageAnalysis: 'perTest',
    incremental: true,
    incrementalFile: path.join(CACHE, 'mutants', `${slug}-${SEED}-${share}.json`),
    // Outside of the workspace, where no other tool finds the copies.
    tempDirName: path.join(tmpdir(), 'quarry-mutants'),
    ignorePatterns: ['dist', 'benchmarks', 'test/fixtures', '.nx', '.quarry', '.setup', 'coverage'],
    concurrency: 1,
    // Jest leaks memory in a process that runs it repeatedly.
    maxTestRunnerReuse: 100,
    // A mutant that loops is stopped by its hit count. A busy machine must not look like one.
    timeoutMS: 20_000,
    reporters: ['progress-append-only'],
    warnings: { unknownOptions: false, preprocessorErrors: true, unserializableOptions: true, slow: true },
  });
  const results = await stryker.runMutationTest();
  const of = (...statuses: readonly Status[]): readonly Result[] =>
    results.filter(({ status }) => statuses.includes(status));
  const counts = {
    killed: of('Killed').length,
    survived: of('Survived').length,
    timedOut: of('Timeout').length,
    unreached: of('NoCoverage').length,
  };
  const found = counts.killed + counts.timedOut;
  const valid = found + counts.survived + counts.unreached;
  for (const mutant of of('Survived', 'NoCoverage')) print(lineOf(mutant));
  // A row of the table in docs/mutants.md.
  const cells = [`\`${name}\``, valid, ...Object.values(counts), percent(found / valid)];
  const interval = share < 1 ? wilson(found, valid).map(percent).join(' to ') : 'all mutants';
  print(`| ${[...cells, interval, new Date().toISOString().slice(0, 10)].join(' | ')} |`);
}

/** `libs/a/src/b.ts:7:3 EqualityOperator: a > b → a >= b` */
function lineOf({ fileName, location, mutatorName, replacement = '' }: Result): string {
  const { start, end } = location;
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line);
  const last = lines.length - 1;
  lines[last] = lines[last]?.slice(0, end.column - 1) ?? '';
  lines[0] = lines[0]?.slice(start.column - 1) ?? '';
  const place = `${path.relative(ROOT, fileName)}:${start.line}:${start.column}`;
  const [before, after] = [lines.join(' '), replacement].map((code) =>
    code.replace(/\s+/g, ' ').slice(0, 160),
  );
  return `${place} ${mutatorName}: ${before ?? ''} → ${after ?? ''}`;
}

/** The 95 % Wilson interval of a share. */
function wilson(hits: number, of: number): readonly [number, number] {
  const z = 1.96;
  const middle = hits + z ** 2 / 2;
  const reach = z * Math.sqrt((hits * (of - hits)) / of + z ** 2 / 4);
  return [(middle - reach) / (of + z ** 2), (middle + reach) / (of + z ** 2)];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

const named = process.argv.slice(2);
for (const [name, target] of Object.entries(TARGETS))
  if (named.length === 0 || named.includes(name)) await run(name, target);
