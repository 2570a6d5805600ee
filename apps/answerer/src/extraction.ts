import type { ActionResult } from '@quarry/engine';
import type { LeftOut, ReadCall } from '@quarry/protocol';
import {
  currentPass,
  raiseNeeds,
  type DraftFinding,
  type Extraction,
  type Miss,
  type Need,
  type Turn,
} from '@quarry/turn';
import { skipCalls, skipLeftOut } from './skipped';

type Recorded = Pick<ActionResult, 'patch' | 'note'>;

/** Keeps the values that an extraction reports until they are checked against the pages that they name. */
export function recordFindings(turn: Turn, drafts: readonly DraftFinding[], leftOut?: LeftOut): Recorded {
  const settled = { ...turn, needs: settledCalls(turn) };
  return {
    patch: { extraction: { ...counted(turn, 'turns'), drafts }, ...skipLeftOut(settled, leftOut) },
    note: `${drafts.length} value${drafts.length === 1 ? '' : 's'} found`,
  };
}

/**
 * Records what an extraction did not find as data (001, "Fail with reason as first-class data"): what was requested,
 * why it was not found, and which sections were tried.
 */
export function recordFailure(turn: Turn, why: string, tried: readonly string[]): Recorded {
  const pass = currentPass(turn);
  const extraction = counted(turn, 'turns');
  const read = extraction.read.filter((page) => page.pass === pass).map(({ section }) => section);
  const where = [...new Set(read.length > 0 ? read : tried)];
  const misses = extraction.items.map((text): Miss => ({ pass, text, why, where }));
  const needs = settledCalls(turn).map((need): Need =>
    need.status === 'open' && !need.call ? { ...need, status: 'missed' } : need,
  );
  return {
    patch: { extraction: { ...extraction, drafts: [] }, needs, misses: [...turn.misses, ...misses] },
    note: `nothing found: ${why}${where.length > 0 ? ` (tried ${where.join(', ')})` : ''}`,
  };
}

/** Raises a model's calls as needs of the current pass. Those that are not made become misses, whose reasons the model reads. */
export function recordCalls(
  turn: Turn,
  by: 'turns' | 'judged',
  { calls, skipped = [] }: { readonly calls: readonly ReadCall[]; readonly skipped?: readonly ReadCall[] },
): Recorded {
  const needs = raiseNeeds(settledCalls(turn), calls, currentPass(turn));
  return {
    patch: {
      ...skipCalls({ ...turn, needs }, skipped),
      ...(turn.extraction ? { extraction: counted(turn, by) } : {}),
    },
    note: `calls ${calls.map(({ text, call }) => `${call.tool}(${text})`).join(' · ')}${skippedNote(skipped)}`,
  };
}

/** The extraction state after another model reply. */
export function counted(turn: Turn, by: 'turns' | 'judged'): Extraction {
  const pass = currentPass(turn);
  const begun = turn.extraction ?? { pass, items: [], turns: 0, judged: 0, read: [], drafts: [] };
  return { ...begun, [by]: begun[by] + 1 };
}

/** Closes calls that were served without a result, so that they are not served again. */
function settledCalls({ needs }: Turn): readonly Need[] {
  return needs.map((need) =>
    need.status === 'open' && need.call?.note !== undefined ? { ...need, status: 'missed' } : need,
  );
}

function skippedNote(skipped: readonly ReadCall[]): string {
  return skipped.length === 0 ? '' : `; not made: ${skipped.map(({ text }) => text).join(' · ')}`;
}
