import type { ActionResult } from '@quarry/engine';
import type { LeftOut } from '@quarry/protocol';
import { currentPass, raiseNeeds, type Plan, type TaskPlan, type Turn } from '@quarry/turn';
import { leftOutOf } from './left-out';

/** Keeps the tasks of a plan, and raises calls for the sections to read, as an agent would (001, "Planner Mode"). */
export function planTasks(
  turn: Turn,
  mode: Plan['mode'],
  tasks: TaskPlan,
  leftOut?: LeftOut,
): Pick<ActionResult, 'patch' | 'note'> {
  const { fetch } = tasks;
  const pass = currentPass(turn);
  const calls = fetch.map(({ section }, at) => ({
    text: section,
    call: { tool: 'fetch_section' as const, id: `plan-${at + 1}`, arguments: { id: section } },
  }));
  const items = fetch.map(({ item }) => item);
  const needs = raiseNeeds(turn.needs, calls, pass);
  return {
    patch: {
      plan: {
        mode,
        queries: items,
        ...(turn.plan?.filter ? { filter: turn.plan.filter } : {}),
        tasks,
      },
      ...{ needs, ...leftOutOf({ ...turn, needs }, leftOut) },
      ...(turn.extraction
        ? { extraction: { ...turn.extraction, items: items.length > 0 ? items : turn.extraction.items } }
        : {}),
    },
    note: `planned: ${fetch.length} section${fetch.length === 1 ? '' : 's'} to read, ${tasks.compute.length} to compute`,
  };
}
