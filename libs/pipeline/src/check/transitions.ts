import type { StepDefinition } from '../definition';
import { suggestion } from '../nearest';
import { quote, type Place, type Report } from '../problem';
import { textOf } from '../yaml/located';
import { isAwayKey } from './away';

/** A transition from one step to another. */
export interface Edge {
  readonly outcome: string;
  readonly to: string;
  /** Where the target is named. */
  readonly at: Place;
  /** True for a guard's `again`, the transition that counts an iteration. */
  readonly again: boolean;
}

interface StepOutcomes {
  /** Undefined if the action or its protocol is unknown. */
  readonly outcomes: readonly string[] | undefined;
  /** True if `again` may be the transition of a guard. */
  readonly mayGuard: boolean;
  /** `service.action`. */
  readonly name: string;
}

const PREFIX = 'on_';

/** `next` or `on_<outcome>`. */
export function isTransitionKey(key: string): boolean {
  return key === 'next' || (key.startsWith(PREFIX) && !isAwayKey(key));
}

/** The transitions that a step declares: `on_<outcome>`, and `next` for every other outcome (003 §10.1). */
export function checkTransitions(
  step: StepDefinition,
  { outcomes, mayGuard, name }: StepOutcomes,
  report: Report,
): { readonly edges: readonly Edge[]; readonly end: boolean } {
  const end = readEnd(step, report);
  const keys = [...step.entries].filter(([key]) => isTransitionKey(key));
  if (end) {
    for (const [key, { at }] of keys) {
      report.error(at, `the step '${step.id}' says \`end: true\`, so it cannot have \`${clip(key)}\``);
    }
    return { edges: [], end };
  }
  if (keys.length === 0) {
    const ways = '`next:`, `on_<outcome>:` or `end: true`';
    report.error(step.at, `the step '${step.id}' has no transition; it needs ${ways}`);
    return { edges: [], end };
  }
  const targets = new Map<string, { to: string; at: Place }>();
  for (const [key, { at, value }] of keys) {
    const outcome = key === 'next' ? '' : key.slice(PREFIX.length);
    const to = textOf(value);
    if (to === undefined) report.error(value.at, `\`${clip(key)}\` must be the id of a step`);
    if (outcome !== '' && outcomes && !outcomes.includes(outcome)) {
      report.error(at, `${quote(outcome)} is not an outcome of ${name}${suggestion(outcome, outcomes)}`);
      continue;
    }
    targets.set(outcome, { to: to ?? '', at: value.at });
  }
  const fallback = targets.get('');
  const edges: Edge[] = [];
  const missing: string[] = [];
  for (const outcome of outcomes ?? targets.keys()) {
    const target = targets.get(outcome) ?? fallback;
    // A target that is not text has already been reported.
    if (target?.to) edges.push({ outcome, ...target, again: mayGuard && outcome === 'again' });
    if (!target) missing.push(`'${outcome}'`);
  }
  if (missing.length > 0) {
    const noun = missing.length === 1 ? 'the outcome' : 'the outcomes';
    report.error(
      step.at,
      `the step '${step.id}' has no transition for ${noun} ${missing.join(', ')} of ${name}`,
    );
  }
  return { edges, end };
}

function readEnd(step: StepDefinition, report: Report): boolean {
  const entry = step.entries.get('end');
  if (!entry) return false;
  if (entry.value.kind === 'scalar' && typeof entry.value.value === 'boolean') return entry.value.value;
  report.error(entry.value.at, '`end` must be true or false');
  return true;
}

function clip(key: string): string {
  return key.length > 40 ? `${key.slice(0, 39)}…` : key;
}
