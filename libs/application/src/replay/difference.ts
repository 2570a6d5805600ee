import { isDeepStrictEqual } from 'node:util';
import { currentPass, type SentPrompt, type Turn, type TurnEvent, type TurnEventBody } from '@quarry/turn';
import { differingText, shortened } from './differing-text';
import type { Difference, TurnRecord } from './replay';
import { stepsOf, type RecordedStep } from './steps';

/** The result of a replay. */
export interface ReplayedTurn {
  readonly turn: Turn;
  readonly events: readonly TurnEvent[];
  readonly prompts: readonly SentPrompt[];
  /** The step at which the replay stopped, and why; null if it reached the turn's end. */
  readonly stoppedAt: { readonly step: string; readonly why: string } | null;
}

type Found = Pick<Difference, 'what' | 'recorded' | 'cameOut'>;

/**
 * The first difference between a record and its replay; null if they agree.
 * @param upTo compare only this many steps, and neither answer nor end, because the record is incomplete after them
 */
export function differenceOf(
  recorded: TurnRecord,
  replayed: ReplayedTurn,
  upTo: number | null = null,
): Difference | null {
  const before = stepsOf(recorded.events);
  const after = stepsOf(replayed.events);
  for (const [at, step] of before.slice(0, upTo ?? before.length).entries()) {
    const place = { at: at + 1, step: step.step, pass: step.pass };
    const other = after[at];
    const found = other
      ? ofSteps(step, other, (items) => promptDifference(items, recorded.prompts, replayed.prompts))
      : lacking(step, replayed);
    const text = found ?? (other ? ofEvidence(step, recorded.turn, replayed.turn) : null);
    if (text) return { ...place, ...text };
  }
  if (upTo !== null) return null;
  const last = { at: before.length, step: before.at(-1)?.step ?? '', pass: currentPass(recorded.turn) };
  const { stoppedAt } = replayed;
  if (stoppedAt)
    return {
      ...last,
      what: 'route',
      recorded: 'the turn ended',
      cameOut: `continues with ${stoppedAt.step}`,
    };
  const found = ofEnd(recorded.turn, replayed.turn);
  return found && { ...last, ...found };
}

type PromptPair = readonly [recorded: string | undefined, cameOut: string | undefined];

function ofSteps(a: RecordedStep, b: RecordedStep, ofPrompts: (pair: PromptPair) => Found): Found | null {
  if (a.step !== b.step) return { what: 'route', recorded: a.step, cameOut: b.step };
  const calls = Math.max(a.replies.length, b.replies.length);
  for (let call = 0; call < calls; call++) {
    const pair = [a.replies[call]?.promptHash, b.replies[call]?.promptHash] as const;
    if (pair[0] !== pair[1]) return ofPrompts(pair);
  }
  for (let at = 0; at < Math.max(a.searches.length, b.searches.length); at++)
    if (!isSame(a.searches[at], b.searches[at]))
      return { what: 'search', ...differingText(searchText(a.searches[at]), searchText(b.searches[at])) };
  if (a.outcome !== b.outcome)
    return {
      what: 'route',
      recorded: `${a.outcome} (${shortened(a.note)})`,
      cameOut: `${b.outcome} (${shortened(b.note)})`,
    };
  const at = a.effects.findIndex((effect, index) => !isSame(effect, b.effects[index]));
  if (at < 0 && a.effects.length === b.effects.length) return null;
  const place = at < 0 ? a.effects.length : at;
  return {
    what: a.effects[place]?.type === 'evidence.found' ? 'evidence' : 'effect',
    ...differingText(effectText(a.effects[place]), effectText(b.effects[place])),
  };
}

/** The text that a step found. The log has only its place. */
function ofEvidence({ effects }: RecordedStep, a: Turn, b: Turn): Found | null {
  for (const effect of effects)
    for (const { n } of effect.type === 'evidence.found' ? effect.items : []) {
      const [one, other] = [a, b].map(({ evidence }) => evidence.find((item) => item.n === n)?.text ?? '');
      if (one !== other) return { what: 'evidence', ...differingText(one ?? '', other ?? '', `[${n}] `) };
    }
  return null;
}

function lacking({ outcome, note }: RecordedStep, { stoppedAt, turn }: ReplayedTurn): Found {
  const cameOut = stoppedAt ? `${stoppedAt.step}: ${stoppedAt.why}` : (turn.end?.reason ?? 'nothing');
  return { what: 'route', recorded: `${outcome} (${shortened(note)})`, cameOut: shortened(cameOut) };
}

function ofEnd(a: Turn, b: Turn): Found | null {
  if (!isSame(a.evidence, b.evidence))
    return { what: 'evidence', ...differingText(JSON.stringify(a.evidence), JSON.stringify(b.evidence)) };
  const [one, other] = [a, b].map(({ answer, claims }) => JSON.stringify({ answer, claims }));
  if (a.answer?.text !== b.answer?.text)
    return { what: 'answer', ...differingText(a.answer?.text ?? '', b.answer?.text ?? '') };
  if (one !== other) return { what: 'answer', ...differingText(one ?? '', other ?? '') };
  if (isSame(a.end, b.end)) return null;
  const end = (turn: Turn): string => `${turn.end?.outcome ?? 'none'}: ${turn.end?.reason ?? ''}`;
  return { what: 'end', ...differingText(end(a), end(b)) };
}

/** Equal as the archive stores them: a field without a value is absent. */
function isSame(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(plain(a), plain(b));
}

function plain(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}

function promptDifference(
  [a, b]: PromptPair,
  before: readonly SentPrompt[],
  after: readonly SentPrompt[],
): Found {
  if (a === undefined) return { what: 'prompt', recorded: 'no model call', cameOut: 'a model call' };
  if (b === undefined) return { what: 'prompt', recorded: 'a model call', cameOut: 'no model call' };
  const [one, other] = [textOf(before, a), textOf(after, b)];
  if (one === null || other === null)
    return { what: 'prompt', recorded: `hash ${a.slice(0, 12)}`, cameOut: `hash ${b.slice(0, 12)}` };
  return { what: 'prompt', ...differingText(one, other) };
}

function textOf(prompts: readonly SentPrompt[], wanted: string): string | null {
  const found = prompts.find(({ hash }) => hash === wanted);
  return found ? found.messages.map(({ role, content }) => `${role}: ${content}`).join('\n') : null;
}

function searchText(search: Extract<TurnEventBody, { type: 'search.made' }> | undefined): string {
  if (!search) return 'no search';
  const hits = search.hits.map(({ id, relevance }) => `${id} (${relevance.toFixed(4)})`);
  const { mode, query, skipped, index } = search;
  const where = index === undefined ? '' : ` in ${index}`;
  const not = skipped === undefined ? '' : `, not made: ${skipped}`;
  return [`${mode} search for '${query}'${where}${not}`, ...hits].join('\n');
}

function effectText(effect: TurnEventBody | undefined): string {
  return effect ? JSON.stringify(effect, null, 1) : 'nothing';
}
