import type { TracedHopDto, TracedStepDto } from '@quarry/client';
import { ticks, waterfall } from './waterfall';

const T0 = Date.parse('2026-11-22T12:00:00.000Z');
const at = (ms: number) => new Date(T0 + ms).toISOString();
const step = (ms: number | null) => ({ step: 's', ms }) as TracedStepDto;
const hop = (more: Partial<TracedHopDto>): TracedHopDto => ({
  hop: 0,
  attempt: 1,
  service: 'router',
  waitedMs: 100,
  workMs: 300,
  startedAt: at(100),
  endedAt: at(400),
  steps: [step(100), step(200)],
  ...more,
});

describe('the waterfall of a trace', () => {
  it('has waits before work, and steps one after another', () => {
    const [bar] = waterfall([hop({})], T0, 1_000);
    expect(bar?.wait).toEqual({ from: 0, length: 0.1 });
    expect(bar?.work).toEqual({ from: 0.1, length: 0.3 });
    expect(bar?.steps.map(({ span }) => span)).toEqual([
      { from: 0.1, length: 0.1 },
      { from: 0.2, length: 0.2 },
    ]);
  });

  it('shows no wait that is not known, and no bar of a step that did not end', () => {
    const [bar] = waterfall([hop({ waitedMs: null, steps: [step(null)] })], T0, 1_000);
    expect(bar?.wait).toBeNull();
    expect(bar?.steps[0]?.span).toBeNull();
  });

  it('keeps every bar inside, also where clocks differ', () => {
    const bars = waterfall(
      [hop({ startedAt: at(-50) }), hop({ startedAt: at(5_000), endedAt: at(6_000) })],
      T0,
      1_000,
    );
    for (const { wait, work } of bars)
      for (const span of [wait, work])
        if (span) {
          expect(span.from).toBeGreaterThanOrEqual(0);
          expect(span.from + span.length).toBeLessThanOrEqual(1.0001);
        }
  });

  it.each([
    [1_000, [0, 200, 400, 600, 800, 1_000]],
    [90, [0, 20, 40, 60, 80]],
    [0, [0]],
  ])('an axis of %d ms has round times', (total, expected) => {
    expect(ticks(total)).toEqual(expected);
  });
});
