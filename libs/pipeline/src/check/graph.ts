import { suggestion } from '../nearest';
import { quote, type Place, type Report } from '../problem';
import type { CheckedStep } from './check-step';
import { findCycles, reachable } from './cycles';

type Steps = ReadonlyMap<string, CheckedStep>;

interface Entrance {
  readonly id: string;
  readonly at: Place;
}

/**
 * Checks the steps as a graph (003 §11.4): entry and targets exist, every step is reachable and reaches an end, every
 * cycle passes a guard's `again`. Consequences of an error that is already reported are left out.
 */
export function checkGraph(
  steps: Steps,
  entry: Entrance | undefined,
  pipelineAt: Place,
  report: Report,
): void {
  const before = report.errors();
  if (entry && !steps.has(entry.id)) {
    const known = suggestion(entry.id, steps.keys());
    report.error(entry.at, `entry_step_id: there is no step ${quote(entry.id)}${known}`);
  }
  checkTargets(steps, report);
  const whole = report.errors() === before && [...steps.values()].every(({ settled }) => settled);
  checkCycles(steps, report);
  if (steps.size === 0) report.error(pipelineAt, 'the pipeline has no steps');
  else if (![...steps.values()].some(({ end }) => end)) {
    report.error(pipelineAt, 'the pipeline has no last step: none says `end: true`');
  } else if (whole) {
    checkEnds(steps, report);
    if (entry) checkEntrance(steps, entry, report);
  }
}

function checkTargets(steps: Steps, report: Report): void {
  for (const step of steps.values()) {
    const places = new Map(step.edges.map((edge) => [`${edge.at.line}:${edge.at.column}`, edge]));
    for (const { to, at } of places.values()) {
      if (!steps.has(to)) report.error(at, `there is no step ${quote(to)}${suggestion(to, steps.keys())}`);
    }
  }
}

function checkCycles(steps: Steps, report: Report): void {
  const ways = new Map(
    [...steps].map(([id, { edges }]) => [
      id,
      edges.filter(({ again, to }) => !again && steps.has(to)).map(({ to }) => to),
    ]),
  );
  for (const cycle of findCycles(ways)) {
    const first = steps.get(cycle[0] ?? '');
    if (!first) continue;
    const way = [...cycle, first.id].join(' → ');
    report.error(
      first.at,
      `the cycle ${way} does not pass the \`again\` of a loop-guard step, so a turn could run forever`,
    );
  }
}

function checkEnds(steps: Steps, report: Report): void {
  const back = new Map<string, string[]>([...steps.keys()].map((id) => [id, []]));
  for (const { id, edges } of steps.values()) for (const { to } of edges) back.get(to)?.push(id);
  const ends = [...steps.values()].filter(({ end }) => end).map(({ id }) => id);
  const ending = reachable(back, ends);
  for (const { id, at } of steps.values()) {
    if (!ending.has(id))
      report.error(at, `no last step (\`end: true\`) can be reached from the step '${id}'`);
  }
}

function checkEntrance(steps: Steps, entry: Entrance, report: Report): void {
  const ways = new Map([...steps].map(([id, { edges }]) => [id, edges.map(({ to }) => to)]));
  const reached = reachable(ways, [entry.id]);
  for (const { id, at } of steps.values()) {
    if (!reached.has(id)) report.warn(at, `the step '${id}' cannot be reached from '${entry.id}'`);
  }
}
