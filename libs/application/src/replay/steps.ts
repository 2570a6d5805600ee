import { attemptOf, type ModelCall, type PaidCall, type TurnEvent, type TurnEventBody } from '@quarry/turn';

type Body<T extends TurnEventBody['type']> = Extract<TurnEventBody, { type: T }>;

export interface RecordedReply extends Body<'model.replied'> {
  /** The usage of the call; null if it was not recorded. */
  readonly usage: ModelCall | null;
}

/** One finished step of a turn's log. */
export interface RecordedStep {
  readonly step: string;
  readonly service: string;
  readonly action: string;
  readonly outcome: string;
  readonly note: string;
  /** When it finished, in milliseconds since the epoch. */
  readonly at: number;
  readonly pass: number;
  readonly replies: readonly RecordedReply[];
  readonly searches: readonly Body<'search.made'>[];
  /** Events derived from the step's changes. */
  readonly effects: readonly TurnEventBody[];
}

interface Draft extends RecordedStep {
  readonly version: number;
  readonly replies: RecordedReply[];
  readonly effects: TurnEventBody[];
}

/** Events that do not describe the work of a step. */
const BESIDE: ReadonlySet<TurnEventBody['type']> = new Set([
  'turn.started',
  'answer.delta',
  'store.away',
  'turn.suspended',
  'turn.finished',
]);

/**
 * The steps of a log in order. A hop that was interrupted and repeated counts once, with its last attempt.
 * @param calls the turn's model calls, with the usage of the replies
 */
export function stepsOf(events: readonly TurnEvent[], calls: readonly PaidCall[] = []): RecordedStep[] {
  let steps: Draft[] = [];
  let replies: RecordedReply[] = [];
  let searches: Body<'search.made'>[] = [];
  for (const { id, at, body } of events) {
    if (BESIDE.has(body.type)) continue;
    if (body.type === 'reset') [replies, searches] = [[], []];
    else if (body.type === 'model.replied') replies.push({ ...body, usage: null });
    else if (body.type === 'search.made') searches.push(body);
    else if (body.type === 'step.finished') {
      const { version } = attemptOf(id);
      const { step, service, action, outcome, note } = body;
      const again = steps.findIndex((former) => former.version === version && former.step === step);
      if (again >= 0) steps = steps.slice(0, again);
      const made = { step, service, action, outcome, note, at, pass: 1, replies, searches };
      steps.push({ ...made, effects: [], version });
      [replies, searches] = [[], []];
    } else steps.at(-1)?.effects.push(body);
  }
  return withUsage(withPasses(steps), calls);
}

/** A guard that allows another pass ends the previous one. */
function withPasses(steps: readonly Draft[]): RecordedStep[] {
  let pass = 1;
  return steps.map(({ version: _version, ...step }) => {
    const during = { ...step, pass };
    for (const effect of step.effects) if (effect.type === 'pass.started') pass = effect.pass;
    return during;
  });
}

/** Joins the n-th reply of a step's name with its n-th call. */
function withUsage(steps: readonly RecordedStep[], calls: readonly PaidCall[]): RecordedStep[] {
  const left = [...calls];
  const usageOf = ({ step, model }: RecordedReply): ModelCall | null => {
    const at = left.findIndex((call) => call.step === step && call.model === model);
    return at < 0 ? null : (left.splice(at, 1)[0] ?? null);
  };
  return steps.map((step) => ({
    ...step,
    replies: step.replies.map((reply) => ({ ...reply, usage: usageOf(reply) })),
  }));
}
