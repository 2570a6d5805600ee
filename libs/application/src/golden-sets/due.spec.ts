import type { GoldenRunHead } from '@quarry/golden-store';
import * as fc from 'fast-check';
import { dueNow, SAME_VERSION_MS } from './due';

const HOUR = 3_600_000;
const run = (id: string, change: Partial<GoldenRunHead>): GoldenRunHead =>
  ({ id, pipelines: ['code@1'], status: 'finished', createdAt: 0, ...change }) as GoldenRunHead;
const current = new Map([['code', 'code@1']]);
const daily = { pipelines: ['code'], everyHours: 24, onPipelineChange: false };
const watching = { pipelines: ['code'], everyHours: null, onPipelineChange: true };

describe('a schedule', () => {
  it('starts at once, and then by time', () => {
    expect(dueNow(daily, { runs: [], current, now: 0 })).toEqual({ trigger: 'time', after: '' });
    const runs = [run('r1', {})];
    expect(dueNow(daily, { runs, current, now: 24 * HOUR - 1 })).toBeNull();
    expect(dueNow(daily, { runs, current, now: 24 * HOUR })).toEqual({ trigger: 'time', after: 'r1' });
    expect(dueNow({ ...daily, everyHours: null }, { runs: [], current, now: 0 })).toBeNull();
  });

  it('starts if a pipeline has another version, but does not alternate within an hour', () => {
    const old = run('r1', { pipelines: ['code@0'], createdAt: 10 });
    expect(dueNow(watching, { runs: [old], current, now: 11 })).toEqual({ trigger: 'pipeline', after: 'r1' });
    expect(dueNow(watching, { runs: [run('r1', {})], current, now: 999 * HOUR })).toBeNull();
    const back = [run('r2', { pipelines: ['code@2'], createdAt: 20 }), run('r1', { createdAt: 10 })];
    expect(dueNow(watching, { runs: back, current, now: 30 })).toBeNull();
    expect(dueNow(watching, { runs: back, current, now: 10 + SAME_VERSION_MS })).toMatchObject({
      after: 'r2',
    });
  });

  it('considers runs of its own pipelines, and waits for an open one', () => {
    const other = run('r9', { pipelines: ['cgrag@1'], createdAt: 100 * HOUR });
    expect(dueNow(daily, { runs: [other], current, now: 100 * HOUR })).toMatchObject({ after: '' });
    for (const status of ['queued', 'running'] as const)
      expect(dueNow(daily, { runs: [run('r1', { status })], current, now: 999 * HOUR })).toBeNull();
    expect(dueNow(daily, { runs: [], current: new Map(), now: 0 })).toBeNull();
  });

  it('requests nothing directly after its own run', () => {
    const version = fc.constantFrom('code@1', 'code@2', 'code@3');
    const history = fc.array(fc.tuple(version, fc.nat(400)), { maxLength: 6 });
    const schedule = fc.record({
      pipelines: fc.constant(['code']),
      everyHours: fc.option(fc.integer({ min: 1, max: 100 })),
      onPipelineChange: fc.boolean(),
    });
    fc.assert(
      fc.property(history, schedule, version, fc.nat(500), (past, wanted, ref, hours) => {
        const runs = past
          .map(([own, at], i) => run(`r${i}`, { pipelines: [own], createdAt: at * HOUR }))
          .sort((a, b) => b.createdAt - a.createdAt);
        const known = { runs, current: new Map([['code', ref]]), now: hours * HOUR };
        if (dueNow(wanted, known) === null) return;
        const begun = run('new', { pipelines: [ref], createdAt: known.now });
        expect(dueNow(wanted, { ...known, runs: [begun, ...runs] })).toBeNull();
      }),
    );
  });
});
