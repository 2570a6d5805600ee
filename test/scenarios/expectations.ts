import type { Immutable, TurnDto } from '@quarry/client';
import type { Scenario } from './scenario';

interface SeenCitation {
  readonly path: string;
  readonly pass: number;
}

/** Checks a scenario's expectations on the API's view of the turn and on the steps in its log. */
export function expectScenario(scenario: Scenario, turn: Immutable<TurnDto>, steps: readonly string[]): void {
  const { expect: wanted } = scenario;
  // The reason is not compared, but printed if they differ.
  expect({ outcome: turn.outcome, reason: turn.reason }).toEqual({
    outcome: wanted.outcome,
    reason: turn.reason,
  });
  if (wanted.passes !== undefined) expect(turn.passes).toBe(wanted.passes);
  if (wanted.steps) expect(inOrder(wanted.steps, steps)).toEqual(wanted.steps);
  for (const need of wanted.needs ?? []) expect(turn.needs).toContainEqual(expect.objectContaining(need));
  for (const cite of wanted.cites ?? []) {
    const found = (turn.citations as readonly SeenCitation[]).filter((citation) =>
      citation.path.endsWith(cite.path),
    );
    expect(found.map(({ path, pass }) => ({ path, pass }))).toContainEqual(
      cite.pass === undefined ? expect.anything() : expect.objectContaining({ pass: cite.pass }),
    );
  }
  for (const text of wanted.answer ?? []) expect(turn.answer?.text).toContain(text);
  if (wanted.stop !== undefined) expect(turn.reason).toContain(wanted.stop);
  if (wanted.removedCitations) expect(turn.answer?.removedCitations).toEqual(wanted.removedCitations);
  if (wanted.modelCalls !== undefined) {
    const calls = turn.spent?.calls.filter(({ step }) => step !== 'verify_claims');
    expect(calls).toHaveLength(wanted.modelCalls);
  }
  for (const claim of wanted.claims ?? []) expect(turn.claims).toContainEqual(expect.objectContaining(claim));
  expect(turn.degraded.map(({ step, store }) => ({ step, store }))).toEqual(wanted.degraded ?? []);
  if (wanted.confidence !== undefined) expect(turn.confidence).toBe(wanted.confidence);
  if (wanted.unresolved) expect(turn.cgrag?.gaps_unresolved).toEqual(wanted.unresolved);
  if (wanted.fromCache !== undefined) expect(turn.cgrag?.context_from_cache).toBe(wanted.fromCache);
  expect(turn.answer?.text).not.toBe('');
  expectRetrieval(scenario, turn);
  expectValues(scenario, turn);
}

/** Values with their places, calculations, and the places of the answer's numbers. */
function expectValues({ expect: wanted }: Scenario, turn: Immutable<TurnDto>): void {
  for (const finding of wanted.findings ?? [])
    expect(turn.findings).toContainEqual(expect.objectContaining(finding));
  if (wanted.findingCount !== undefined) expect(turn.findings).toHaveLength(wanted.findingCount);
  for (const calculation of wanted.calculations ?? [])
    expect(turn.calculations).toContainEqual(expect.objectContaining(calculation));
  const figures = (turn.answer?.figures ?? []).map(({ text, source }) => ({
    text,
    pages: [...new Set(source?.places.map(({ page }) => page))],
  }));
  for (const figure of wanted.figures ?? []) expect(figures).toContainEqual(figure);
  for (const failed of wanted.failed ?? [])
    expect(turn.misses).toContainEqual(expect.objectContaining(failed));
}

/** Searches, their results, and the writer's remarks. */
function expectRetrieval({ expect: wanted }: Scenario, turn: Immutable<TurnDto>): void {
  for (const search of wanted.searches ?? [])
    expect(turn.searches).toContainEqual(expect.objectContaining(search));
  for (const query of wanted.skipped ?? [])
    expect(turn.searches).toContainEqual(
      expect.objectContaining({ query, hits: 0, skipped: expect.any(String) as string }),
    );
  const found = turn.evidence.map(({ path, metadata }) => ({ path, type: metadata.retrieval_type }));
  for (const item of wanted.found ?? []) expect(found).toContainEqual(expect.objectContaining(item));
  for (const text of wanted.contradictions ?? [])
    expect(turn.answer?.contradictions.join('\n')).toContain(text);
  if (wanted.insufficient !== undefined) expect(turn.answer?.insufficient).toContain(wanted.insufficient);
}

/** The part of `wanted` that `seen` has in that order. */
function inOrder(wanted: readonly string[], seen: readonly string[]): string[] {
  const found: string[] = [];
  let from = 0;
  for (const step of wanted) {
    const at = seen.indexOf(step, from);
    if (at < 0) break;
    found.push(step);
    from = at + 1;
  }
  return found;
}
