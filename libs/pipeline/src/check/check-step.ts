import type { ReplyProtocol } from '@quarry/protocol';
import type { ActionSpec, Catalog } from '../catalog';
import { jsonCopy } from '../canonical';
import type { StoreAway } from '../compiled';
import type { StepDefinition } from '../definition';
import { suggestion } from '../nearest';
import { quote, type Place, type Report } from '../problem';
import { textOf, type Entries } from '../yaml/located';
import { checkAway, isAwayKey } from './away';
import { checkClass } from './class-check';
import { findAction, fullName } from './find-action';
import { checkTransitions, isTransitionKey, type Edge } from './transitions';

/** What the validator knows of a reply protocol. */
export type ProtocolSpec = Pick<ReplyProtocol, 'name' | 'outcomes'>;

export interface StepContext {
  readonly catalog: Catalog;
  readonly protocols: readonly ProtocolSpec[];
}

/** A step, as far as it is valid. */
export interface CheckedStep {
  readonly id: string;
  readonly at: Place;
  /** Undefined if the action is unknown. */
  readonly spec: ActionSpec | undefined;
  /** Undefined if they are invalid. */
  readonly params: Readonly<Record<string, unknown>> | undefined;
  readonly edges: readonly Edge[];
  readonly end: boolean;
  /** True if the transitions are known and valid. */
  readonly settled: boolean;
  readonly guard: boolean;
  /** Behaviour while its store is unavailable; undefined if it uses none. */
  readonly away: StoreAway | undefined;
  /** Prompt files that it names, each with its place. */
  readonly prompts: readonly { readonly file: string; readonly at: Place }[];
}

/** The service whose steps limit cycles. */
const GUARD_SERVICE = 'loop-guard';

/** Checks one step by itself: action, parameters, outcomes. The graph check verifies its targets. */
export function checkStep(step: StepDefinition, context: StepContext, report: Report): CheckedStep {
  const spec = resolveAction(step, context.catalog, report);
  const own = new Map([...step.entries].filter(([key]) => !isStepKey(key)));
  const params = spec && checkParams(step, spec, own, report);
  const before = report.errors();
  const outcomes = spec && outcomesOf(step, spec, params, context.protocols, report);
  const guard = spec?.service === GUARD_SERVICE;
  const { edges, end } = checkTransitions(
    step,
    { outcomes, mayGuard: guard || !spec, name: spec ? fullName(spec) : '' },
    report,
  );
  const away = spec && checkAway(step, { store: spec.store, outcomes, name: fullName(spec) }, report);
  const settled = outcomes !== undefined && report.errors() === before;
  if (guard && outcomes?.includes('again') && !outcomes.includes('stop')) {
    report.error(step.at, `${fullName(spec)} has the outcome 'again' without 'stop', so it guards nothing`);
  }
  return {
    id: step.id,
    at: step.at,
    spec,
    params,
    edges,
    end,
    settled,
    guard,
    away,
    prompts: promptsOf(step, params),
  };
}

function isStepKey(key: string): boolean {
  return key === 'action' || key === 'end' || isTransitionKey(key) || isAwayKey(key);
}

function resolveAction(step: StepDefinition, catalog: Catalog, report: Report): ActionSpec | undefined {
  const entry = step.entries.get('action');
  if (!entry) {
    report.error(step.at, `the step '${step.id}' has no \`action\``);
    return undefined;
  }
  const name = textOf(entry.value);
  const spec = name === undefined ? '`action` must be the name of an action' : findAction(name, catalog);
  if (typeof spec !== 'string') return spec;
  report.error(entry.value.at, spec);
  return undefined;
}

function checkParams(
  step: StepDefinition,
  spec: ActionSpec,
  own: Entries,
  report: Report,
): Record<string, unknown> | undefined {
  const subject = { noun: 'parameter', owner: ` of ${fullName(spec)}`, at: step.at } as const;
  const instance = checkClass(spec.params, own, subject, report);
  return instance && { ...jsonCopy(instance) };
}

/** The outcomes that need a transition; undefined if unknown. */
function outcomesOf(
  step: StepDefinition,
  spec: ActionSpec,
  params: Readonly<Record<string, unknown>> | undefined,
  protocols: readonly ProtocolSpec[],
  report: Report,
): readonly string[] | undefined {
  const entry = step.entries.get('reply');
  const reply = entry ? textOf(entry.value) : params?.['reply'];
  const protocol = protocols.find(({ name }) => name === reply);
  if (typeof reply === 'string' && !protocol) {
    const known = suggestion(
      reply,
      protocols.map(({ name }) => name),
    );
    report.error(entry?.value.at ?? step.at, `unknown reply protocol ${quote(reply)}${known}`);
  }
  if (spec.outcomes !== 'reply') return spec.outcomes;
  if (reply === undefined && params) {
    report.error(step.at, `${fullName(spec)} needs \`reply:\`, the name of a reply protocol`);
  }
  return protocol && [...protocol.outcomes, 'malformed'];
}

function promptsOf(
  step: StepDefinition,
  params: Readonly<Record<string, unknown>> | undefined,
): CheckedStep['prompts'] {
  const names = new Map<string, Place>();
  for (const [key, value] of Object.entries(params ?? {})) {
    if (isPromptKey(key) && typeof value === 'string')
      names.set(value, step.entries.get(key)?.value.at ?? step.at);
  }
  // The prompt is checked even if other parameters are invalid.
  for (const [key, entry] of params ? [] : step.entries) {
    const name = isPromptKey(key) ? textOf(entry.value) : undefined;
    if (name !== undefined) names.set(name, entry.value.at);
  }
  return [...names].map(([file, at]) => ({ file, at }));
}

function isPromptKey(key: string): boolean {
  return key === 'prompt' || key.endsWith('_prompt');
}
