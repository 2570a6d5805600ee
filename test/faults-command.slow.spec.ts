import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FaultReport } from './faults/figures';

/** `./quarry test --faults` without the faults: how it evaluates the reports of a run. */
const ROOT = path.resolve(__dirname, '..');
const FINE: FaultReport = {
  ...{
    fault: 'a worker killed',
    spec: 'short.slow.spec.ts',
    accepted: 1200,
    ended: 1200,
    lost: 0,
    doubled: 0,
  },
  outcomes: { answered: 1198, 'failed (model_unavailable)': 2 },
  ...{ hopsDoubled: 0, extraModelCalls: 7, streamsResumed: 30, streamGaps: 0, recoveryMs: 4_640 },
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'quarry-fault-reports-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

interface Said {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

function faults(...args: readonly string[]): Said {
  const program = path.join(ROOT, 'scripts/test.mts');
  // As `./quarry` starts it.
  const quiet = ['ExperimentalWarning', 'MODULE_TYPELESS_PACKAGE_JSON'].map(
    (name) => `--disable-warning=${name}`,
  );
  const all = [...quiet, program, '--faults', ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, all, { encoding: 'utf8' });
  return { status, out: stdout.trimEnd(), err: stderr };
}

function made(...rows: readonly FaultReport[]): Said {
  const file = path.join(folder, 'reports.jsonl');
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return faults('--from', file);
}

it('prints a row for each fault and the sums as its last line, and ends with 0 where nothing was lost or doubled', () => {
  const { status, out } = made(FINE, { ...FINE, fault: 'Redis killed', recoveryMs: null });
  expect(out).toContain(
    '| a worker killed | 1,200 | 1,200 | 1,198 answered, 2 failed (model_unavailable) | 0 | 0 | 0 | 7 | 30 | 0 | 4.6 s | short.slow.spec.ts |',
  );
  expect(out).toContain(
    '| Redis killed | 1,200 | 1,200 | 1,198 answered, 2 failed (model_unavailable) | 0 | 0 | 0 | 7 | 30 | 0 | – | short.slow.spec.ts |',
  );
  expect(out.split('\n').at(-1)).toBe('turns 2400 ended 2400 lost 0 doubled 0');
  expect(status).toBe(0);
});

it.each<[string, Partial<FaultReport>, string]>([
  ['a turn was lost', { ended: 1199, lost: 1 }, 'turns 2400 ended 2399 lost 1 doubled 0'],
  ['a turn ended twice', { doubled: 1 }, 'turns 2400 ended 2400 lost 0 doubled 1'],
  ['a hop was committed twice', { hopsDoubled: 1 }, 'turns 2400 ended 2400 lost 0 doubled 0'],
  [
    'a harmless turn ended as poison',
    { outcomes: { 'failed (poison)': 1 } },
    'turns 2400 ended 2400 lost 0 doubled 0',
  ],
  ['a turn has not ended', { ended: 1199 }, 'turns 2400 ended 2399 lost 0 doubled 0'],
])('ends with 1 where %s', (_what, wrong, last) => {
  const { status, out } = made(FINE, { ...FINE, ...wrong });
  expect(out.split('\n').at(-1)).toBe(last);
  expect(status).toBe(1);
});

it('ends with 1 where no turn ran at all', () => {
  const { status, out } = made();
  expect(out.split('\n').at(-1)).toBe('turns 0 ended 0 lost 0 doubled 0');
  expect(status).toBe(1);
});

it('tells how it is used, in lines that fit a terminal', () => {
  const { status, out } = faults('--help');
  expect(status).toBe(0);
  for (const option of ['--turns', '--seed', '--from']) expect(out).toContain(option);
  for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
});

it.each([
  ['--turns', 'many'],
  ['--seed', '-1'],
  ['--rounds', '3'],
])('refuses %s %s', (option, value) => {
  const { status, out, err } = faults(`${option}=${value}`);
  expect(status).toBe(1);
  expect(out).toBe('');
  expect(err.split('\n')[0]).toContain(option);
});
