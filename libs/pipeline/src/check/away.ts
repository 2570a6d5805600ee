import type { ActionStore } from '../catalog';
import type { StoreAway } from '../compiled';
import type { StepDefinition } from '../definition';
import { suggestion } from '../nearest';
import { quote, type Report } from '../problem';
import { textOf, type Located } from '../yaml/located';

const OUTCOME = 'on_unavailable';
const SECONDS = 'unavailable_retry_seconds';
const MOST_SECONDS = 3_600;

/** Keys of a step that configure its behaviour while its store is unavailable. */
export function isAwayKey(key: string): boolean {
  return key === OUTCOME || key === SECONDS;
}

interface AwayContext {
  readonly store: ActionStore | undefined;
  /** Undefined if unknown. */
  readonly outcomes: readonly string[] | undefined;
  /** `service.action`. */
  readonly name: string;
}

/** `on_unavailable: <outcome>` and `unavailable_retry_seconds` of a step; undefined if its action uses no store. */
export function checkAway(
  step: StepDefinition,
  { store, outcomes, name }: AwayContext,
  report: Report,
): StoreAway | undefined {
  const on = step.entries.get(OUTCOME);
  const seconds = step.entries.get(SECONDS);
  if (!store) {
    for (const [key, entry] of [[OUTCOME, on] as const, [SECONDS, seconds] as const])
      if (entry) report.error(entry.at, `${name} uses no store, so it does not accept \`${key}\``);
    return undefined;
  }
  const outcome = on && textOf(on.value);
  if (on && outcome === undefined) report.error(on.value.at, `\`${OUTCOME}\` must be an outcome of ${name}`);
  if (on && outcome !== undefined && outcomes && !outcomes.includes(outcome))
    report.error(
      on.value.at,
      `\`${OUTCOME}\`: ${quote(outcome)} is not an outcome of ${name}${suggestion(outcome, outcomes)}`,
    );
  const retrySeconds = seconds && secondsOf(seconds.value);
  if (seconds && retrySeconds === undefined)
    report.error(seconds.value.at, `\`${SECONDS}\` must be a number from 0 to ${MOST_SECONDS}`);
  return { store, outcome: outcome ?? null, retrySeconds: retrySeconds ?? null };
}

function secondsOf(value: Located): number | undefined {
  if (value.kind !== 'scalar' || typeof value.value !== 'number') return undefined;
  return value.value >= 0 && value.value <= MOST_SECONDS ? value.value : undefined;
}
