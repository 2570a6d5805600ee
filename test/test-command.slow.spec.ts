import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '..');
const WITHOUT_WARNING = '--disable-warning=ExperimentalWarning';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'quarry-test-command-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function command(...args: readonly string[]) {
  const all = [WITHOUT_WARNING, path.join(ROOT, 'scripts/test.mts'), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, all, { encoding: 'utf8' });
  return { status, out: stdout.trimEnd(), err: stderr };
}

/** What a few lines of a program see of the scripts. */
function evaluate(script: string, lines: string): unknown {
  const program = `import * as it from ${JSON.stringify(path.join(ROOT, 'scripts', script))};\n${lines}`;
  const args = [WITHOUT_WARNING, '--input-type=module', '-e', program];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

/** Runs the specs of a folder in one worker, in the environment of the workspace. */
function jestIn(root: string) {
  const config = {
    rootDir: root,
    testEnvironment: path.join(ROOT, 'test/lane-environment.cjs'),
    runtime: path.join(ROOT, 'test/shared-packages-runtime.cjs'),
    testMatch: ['**/*.spec.ts'],
    transform: {},
  };
  const report = path.join(root, 'report.json');
  const args = ['-i', '--config', JSON.stringify(config), '--json', `--outputFile=${report}`];
  spawnSync(process.execPath, [path.join(ROOT, 'node_modules/jest/bin/jest.js'), ...args], { cwd: root });
  return jest.requireActual<{
    testResults: readonly {
      readonly name: string;
      readonly status: string;
      readonly message: string;
      readonly assertionResults: readonly { readonly title: string }[];
    }[];
  }>(report).testResults;
}

describe('./quarry test', () => {
  it('tells how it is used, in lines that fit a terminal', () => {
    const { status, out } = command('--help');
    expect(status).toBe(0);
    for (const option of ['--all', '--shard', '--changed', '--starved', '--faults'])
      expect(out).toContain(option);
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  it.each([
    [['--shard', '1/4'], '--shard requires --all.'],
    [['--all', '--shard', '5/4'], '--shard must be I/N with I from 1 to N'],
    [['--all', '--changed'], '--all, --changed and --starved exclude each other.'],
    [['--all', 'libs/turn'], '--all takes no patterns.'],
    [['--nonsense'], "Unknown option '--nonsense'"],
  ])('refuses %j', (args, message) => {
    const { status, err } = command(...args);
    expect(err).toContain(message);
    expect(status).toBe(1);
  });

  it('runs what matches, also where its processes are stopped most of the time', () => {
    const { status, out } = command('--starved', 'libs/turn/src/text/tokens.spec');
    expect(out.split('\n').at(-1)).toMatch(/^[1-9]\d* passed, 0 failed$/);
    expect(status).toBe(0);
  });
});

describe('lanes', () => {
  it('are determined by the name', () => {
    expect(
      evaluate(
        'lanes.mts',
        `const names = ['a.spec.ts', 'a.int.spec.ts', 'a.slow.spec.ts', 'a.proof.spec.ts', 'slow.spec.ts', 'a.ts'];
         const taken = (lanes) => names.filter((name) => new RegExp(it.patternOf(lanes)).test(name));
         console.log(JSON.stringify([names.map(it.laneOf), taken(['pure']), taken(['pure', 'integrated']), taken(['slow'])]));`,
      ),
    ).toEqual([
      ['pure', 'integrated', 'slow', 'proof', 'pure', null],
      ['a.spec.ts', 'slow.spec.ts'],
      ['a.spec.ts', 'a.int.spec.ts', 'slow.spec.ts'],
      ['a.slow.spec.ts'],
    ]);
  });

  it('have more workers than cores where memory allows', () => {
    const lines = `const GB = 2 ** 30;
      const machines = [[2, 24], [2, 16], [2, 8], [8, 16], [8, 64]];
      console.log(JSON.stringify(machines.map(([cores, memory]) => it.workersOfAll(cores, memory * GB))));`;
    expect(evaluate('lanes.mts', lines)).toEqual([5, 5, 3, 6, 11]);
  });

  it.each([
    ['a process', "require('node:child_process').spawnSync('true')", 'starts a process'],
    ['a server', "require('node:net').createServer().listen(0)", 'starts a server'],
    ['a connection', "require('node:http').get('http://127.0.0.1:1')", 'opens a connection'],
    ['a thread', "new (require('node:worker_threads').Worker)('', { eval: true })", 'starts a thread'],
  ])(
    'the pure one refuses %s, also where its error is caught; the integrated one does not',
    (_what, code, message) => {
      const root = mkdtempSync(path.join(folder, 'lane-'));
      const body = `it('does', async () => { try { const made = ${code}; made.on?.('error', () => {}); made.close?.(); made.unref?.(); await made.terminate?.(); } catch {} });`;
      writeFileSync(path.join(root, 'one.spec.ts'), body);
      writeFileSync(path.join(root, 'two.int.spec.ts'), body);
      const testResults = jestIn(root);
      const by = Object.fromEntries(testResults.map((result) => [path.basename(result.name), result]));
      expect(by['one.spec.ts']?.message).toContain(message);
      expect(by['two.int.spec.ts']).toMatchObject({ status: 'passed' });
    },
  );

  it('share the packages, and neither sources nor what a file leaves behind', () => {
    const root = mkdtempSync(path.join(folder, 'shared-'));
    mkdirSync(path.join(root, 'node_modules/counter'), { recursive: true });
    writeFileSync(path.join(root, 'node_modules/counter/index.js'), 'exports.files = [];');
    writeFileSync(path.join(root, 'source.js'), 'exports.files = [];');
    const body = (name: string): string => `
      const ours = require('./source.js').files;
      const shared = require('counter').files;
      ours.push(${JSON.stringify(name)});
      shared.push(${JSON.stringify(name)});
      it('begins as the first', () => {
        expect(ours).toHaveLength(1);
        expect(process.env.LEFT_BEHIND).toBeUndefined();
        expect(process.cwd()).toBe(${JSON.stringify(root)});
        try { require('node:fs').readFileSync('/none'); } catch (error) { expect(error instanceof Error).toBe(true); }
        expect(require('node:os').homedir()).toBe(${JSON.stringify(homedir())});
        process.env.LEFT_BEHIND = 'yes';
        process.env.HOME = '/left/behind';
        process.env = { ...process.env };
        process.chdir('/');
      });
      it('tells what it shares: ' + shared.length, () => {});`;
    for (const name of ['one', 'two']) writeFileSync(path.join(root, `${name}.spec.ts`), body(name));
    const results = jestIn(root);
    expect(results.map(({ status, message }) => `${status}${message}`)).toEqual(['passed', 'passed']);
    const names = results.flatMap(({ assertionResults }) => assertionResults.map(({ title }) => title));
    expect(names.filter((title) => title.startsWith('tells')).toSorted()).toEqual([
      'tells what it shares: 1',
      'tells what it shares: 2',
    ]);
  });

  it('are dealt out to the shards, each test once', () => {
    const tests = Array.from({ length: 40 }, (_, n) => ({
      path: `/x/${n}${['', '.int', '.slow', '.proof'][n % 4] ?? ''}.spec.ts`,
    }));
    interface Test {
      readonly path: string;
    }
    const LongestFirst = jest.requireActual<
      new () => {
        shard(all: readonly Test[], part: { shardIndex: number; shardCount: number }): readonly Test[];
      }
    >('./longest-first.cjs');
    const sequencer = new LongestFirst();
    const shards = [1, 2, 3].map((shardIndex) => sequencer.shard(tests, { shardIndex, shardCount: 3 }));
    const paths = (some: readonly Test[]): readonly string[] => some.map((one) => one.path);
    expect(shards.flatMap(paths).toSorted()).toEqual(paths(tests).toSorted());
    const slow = shards.map((shard) => paths(shard).filter((name) => name.includes('.slow.')).length);
    expect(slow.toSorted()).toEqual([3, 3, 4]);
  });
});

describe('--changed', () => {
  const reachedBy = (...changed: readonly string[]): readonly string[] =>
    evaluate(
      'changed.mts',
      `console.log(JSON.stringify(await it.specsReachedBy(${JSON.stringify(changed)})));`,
    ) as readonly string[];

  it('follows imports through packages, to the specs that a change can reach and no others', () => {
    const reached = reachedBy('libs/arithmetic/src/compare.ts');
    expect(reached).toContain('libs/arithmetic/src/compare.spec.ts');
    expect(reached).toContain('libs/claims/src/by-code.spec.ts');
    expect(reached).not.toContain('libs/turn/src/text/tokens.spec.ts');
    expect(reachedBy('libs/turn/src/text/tokens.spec.ts')).toEqual(['libs/turn/src/text/tokens.spec.ts']);
  });

  it('takes the pure and integrated lanes where data changed that no import names, and the pure one for a page', () => {
    const reached = reachedBy('pipelines/code/pipeline.yaml');
    expect(reached).toContain('test/pipelines/promises.spec.ts');
    expect(reached).toContain('test/scenarios/memory.int.spec.ts');
    const forPage = reachedBy('docs/mcp.md');
    expect(forPage).toContain('test/docs.spec.ts');
    expect(forPage).not.toContain('test/scenarios/memory.int.spec.ts');
  });
});

describe('checks that passed', () => {
  it('are remembered for the same content only', () => {
    const root = path.join(folder, 'checkout');
    mkdirSync(root);
    execFileSync('git', ['init', '-q', root]);
    const seen = (keep: boolean): unknown =>
      evaluate(
        'remembered.mts',
        `const memory = await it.remembered(${JSON.stringify(root)}, ${JSON.stringify(path.join(folder, 'cache'))});
         const has = memory.has('lint');
         if (${keep}) await memory.keep(['lint']);
         console.log(has);`,
      );
    writeFileSync(path.join(root, 'a.ts'), 'one');
    expect([seen(true), seen(false)]).toEqual([false, true]);
    writeFileSync(path.join(root, 'a.ts'), 'two');
    expect([seen(false), seen(true), seen(false)]).toEqual([false, false, true]);
    writeFileSync(path.join(root, 'b.ts'), '');
    expect(seen(false)).toBe(false);
  });

  it('run lane by lane, and in each lane those of the whole product before those of a part', () => {
    const places = [
      'libs/a/long.spec.ts',
      'libs/a/long.int.spec.ts',
      'test/b/short.int.spec.ts',
      'test/c.slow.spec.ts',
    ];
    const config = { cacheDirectory: folder, id: 'fresh' };
    const context = { config, hasteFS: { getSize: (file: string) => (file.includes('long') ? 9_000 : 700) } };
    const tests = places.map((place) => ({ path: path.join(ROOT, place), context }));
    const LongestFirst =
      jest.requireActual<new () => { sort(all: typeof tests): readonly { readonly path: string }[] }>(
        './longest-first.cjs',
      );
    const sorted = new LongestFirst().sort(tests).map((one) => path.relative(ROOT, one.path));
    expect(sorted).toEqual([...places].reverse());
  });
});
