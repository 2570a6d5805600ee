import fc from 'fast-check';
import { Fault } from '@quarry/turn';
import { advance, stepAt, type Position } from './advance';
import type { CompiledPipeline } from './compiled';
import { load, LOOP_FILES } from './testing/catalog';

function loop(): CompiledPipeline {
  const [pipeline] = load(LOOP_FILES).pipelines;
  if (!pipeline) throw new Error('the example does not load');
  return pipeline;
}

const ACTIONS = [
  { action: 'translate_in_if_needed', outcomes: ['ok'] },
  { action: 'fetch_more_context', outcomes: ['ok', 'empty'] },
  {
    action: 'answerer.handle_prefix\n      reply: answer_or_request',
    outcomes: ['answer', 'request', 'malformed'],
  },
  { action: 'loop_guard', outcomes: ['again', 'stop'] },
];

interface DrawnStep {
  readonly action: number;
  readonly end: boolean;
  readonly targets: readonly number[];
}

/** A pipeline document. Targets are distances, mostly forwards, so that many documents pass the check. */
function document(steps: readonly DrawnStep[], loops: number): string {
  const lines = [
    `pipeline:\n  name: drawn\n  settings:\n    entry_step_id: s0\n    max_turn_loops: ${loops}\n  steps:`,
  ];
  steps.forEach(({ action, end, targets }, index) => {
    const kind = ACTIONS[action % ACTIONS.length];
    if (!kind) return;
    lines.push(`    - id: s${index}\n      action: ${kind.action}`);
    if (end || index === steps.length - 1) {
      lines.push('      end: true');
      return;
    }
    kind.outcomes.forEach((outcome, n) => {
      const distance = targets[n] ?? 1;
      const back = outcome === 'again' || distance < -3;
      const target = back
        ? Math.abs(distance) % steps.length
        : Math.min(steps.length - 1, index + 1 + (Math.abs(distance) % 3));
      lines.push(`      on_${outcome}: s${target}`);
    });
  });
  return lines.join('\n');
}

const drawn = fc.record({
  steps: fc.array(
    fc.record({
      action: fc.nat(3),
      end: fc.boolean(),
      targets: fc.array(fc.integer({ min: -4, max: 9 }), { minLength: 3, maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 9 },
  ),
  loops: fc.nat(9),
  choices: fc.array(fc.nat(), { minLength: 1, maxLength: 40 }),
});

/** Moves until the end, with the outcomes that `choose` selects; undefined if the limit is exceeded. */
function run(
  pipeline: CompiledPipeline,
  choose: (move: number, outcomes: string[]) => string,
): number | undefined {
  const bound = Object.keys(pipeline.steps).length * (pipeline.settings.max_turn_loops + 1);
  let position: Position = { at: pipeline.settings.entry_step_id, loops: 0 };
  for (let move = 1; move <= bound; move += 1) {
    const outcomes = Object.keys(stepAt(pipeline, position.at).on);
    const next = advance(pipeline, position, choose(move, outcomes));
    if (next.kind === 'end') return move;
    position = next.position;
    if (position.loops > pipeline.settings.max_turn_loops) throw new Error('too many iterations');
  }
  return undefined;
}

describe('advance', () => {
  it('follows the outcome, and ends after a last step', () => {
    const pipeline = loop();
    expect(advance(pipeline, { at: 'fetch', loops: 0 }, 'empty')).toEqual({
      kind: 'step',
      outcome: 'empty',
      position: { at: 'ask', loops: 0 },
    });
    expect(advance(pipeline, { at: 'done', loops: 2 }, 'ok')).toEqual({ kind: 'end', outcome: 'ok' });
  });

  it("counts a guard's `again`, and treats it as `stop` at the limit", () => {
    const pipeline = loop();
    expect(advance(pipeline, { at: 'guard', loops: 3 }, 'again')).toMatchObject({
      position: { at: 'fetch', loops: 4 },
    });
    expect(advance(pipeline, { at: 'guard', loops: 4 }, 'again')).toEqual({
      kind: 'step',
      outcome: 'stop',
      position: { at: 'done', loops: 4 },
    });
    expect(advance(pipeline, { at: 'guard', loops: 1 }, 'stop')).toMatchObject({
      position: { at: 'done', loops: 1 },
    });
  });

  it('counts no iteration for a guard within a pass', () => {
    const pipeline = loop();
    const guard = pipeline.steps['guard'];
    const within = {
      ...pipeline,
      steps: { ...pipeline.steps, guard: { ...guard, within: true } },
    } as typeof pipeline;
    expect(advance(within, { at: 'guard', loops: 4 }, 'again')).toMatchObject({
      position: { at: 'fetch', loops: 4 },
    });
  });

  it('refuses steps and outcomes that the pipeline does not have', () => {
    const pipeline = loop();
    for (const name of ['nowhere', 'constructor', '__proto__']) {
      expect(() => advance(pipeline, { at: name, loops: 0 }, 'ok')).toThrow(Fault);
      expect(() => advance(pipeline, { at: 'fetch', loops: 0 }, name)).toThrow(Fault);
    }
    expect(() => advance(pipeline, { at: 'fetch', loops: 0 }, 'nonsense')).toThrow(/no transition/);
  });

  it('ends every pipeline that the check accepts within steps × (max_turn_loops + 1) moves', () => {
    let accepted = 0;
    let looped = 0;
    fc.assert(
      fc.property(drawn, ({ steps, loops, choices }) => {
        const loaded = load({ 'drawn/pipeline.yaml': document(steps, loops) });
        const [pipeline] = loaded.pipelines;
        if (!pipeline) {
          expect(loaded.problems.some(({ severity }) => severity === 'error')).toBe(true);
          return;
        }
        accepted += 1;
        const arbitrary = run(pipeline, (move, outcomes) => {
          const choice = choices[move % choices.length] ?? 0;
          return outcomes[choice % outcomes.length] ?? 'ok';
        });
        // The longest run of a guard: again, again, again.
        const eager = run(pipeline, (_move, outcomes) =>
          outcomes.includes('again') ? 'again' : (outcomes.at(-1) ?? 'ok'),
        );
        if (eager !== undefined && eager > Object.keys(pipeline.steps).length) looped += 1;
        expect(arbitrary).toBeDefined();
        expect(eager).toBeDefined();
      }),
      { numRuns: 600, seed: 3 },
    );
    // Otherwise, the property proves nothing.
    expect(accepted).toBeGreaterThan(100);
    expect(looped).toBeGreaterThan(10);
  });

  it('could run forever without the rule about cycles, which refuses them', () => {
    const steps = [
      { action: 0, end: false, targets: [-4] },
      { action: 0, end: true, targets: [] },
    ];
    const cyclic = document(steps, 1).replace(/on_ok: s\d/, 'on_ok: s0');
    const { pipelines, problems } = load({ 'drawn/pipeline.yaml': cyclic });
    expect(pipelines).toEqual([]);
    expect(problems.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('the cycle s0 → s0'),
    );
  });
});
