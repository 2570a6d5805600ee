import { attemptOf, type SentPrompt, type Turn, type TurnEvent, type TurnEventBody } from '@quarry/turn';

type Body<Type extends TurnEventBody['type']> = Extract<TurnEventBody, { readonly type: Type }>;
type Timed<Type extends TurnEventBody['type']> = Body<Type> & { readonly at: number };

/** A model call from the log, with the sent prompt if it is kept. */
export interface TracedCall extends Timed<'model.replied'> {
  readonly sent: SentPrompt | null;
}

/** What happened in one step of a pipeline. */
export interface TracedStep {
  /** Null if none of its events names the step. */
  readonly step: string | null;
  /** Null if the step did not finish. */
  readonly finished: Timed<'step.finished'> | null;
  readonly calls: readonly TracedCall[];
  readonly searches: readonly Timed<'search.made'>[];
  readonly needs: readonly Timed<'need.raised' | 'need.resolved' | 'need.missed'>[];
  /** Numbers of the evidence that it found. */
  readonly evidence: readonly number[];
  readonly passes: readonly Timed<'pass.started'>[];
  readonly away: readonly Timed<'store.away'>[];
}

/** One stay at a service: how long the turn waited in its queue, and the steps that ran. */
export interface TracedHop {
  /** Version of the turn that it processed, from 0. */
  readonly hop: number;
  /** From 1; each later attempt restarts the hop after an unfinished one. */
  readonly attempt: number;
  /** Null if no step finished. */
  readonly service: string | null;
  /** Milliseconds in the queue; null if unknown: after a redelivery, or in a log of an older Quarry. */
  readonly waitedMs: number | null;
  /** Total milliseconds of its steps. */
  readonly workMs: number;
  /** Start of the first step and time of the last event, in milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly steps: readonly TracedStep[];
}

export interface Trace {
  readonly hops: readonly TracedHop[];
  /** Prompts without a logged reply: the call failed or was interrupted. */
  readonly unanswered: readonly SentPrompt[];
  readonly waitedMs: number;
  readonly workMs: number;
  /** Milliseconds from the question to the last event. */
  readonly totalMs: number;
}

/** Events that describe changes of the turn: they are logged after their step, all others while the step runs. */
const AFTER: ReadonlySet<TurnEventBody['type']> = new Set<TurnEventBody['type']>([
  'pass.started',
  'evidence.found',
  'finding.added',
  'calculation.made',
  'need.raised',
  'need.resolved',
  'need.missed',
  'context.assessed',
  'citation.removed',
  'claim.checked',
  'answer.partial',
]);

/** Events that belong to no step, or are too detailed for a trace. */
const IGNORED: ReadonlySet<TurnEventBody['type']> = new Set<TurnEventBody['type']>([
  'turn.started',
  'turn.finished',
  'reset',
  'answer.delta',
]);

/** The path of a turn through the services, derived from its log. */
export function traceOf(
  { askedAt }: Pick<Turn, 'askedAt'>,
  events: readonly TurnEvent[],
  prompts: readonly SentPrompt[],
): Trace {
  const sent = new Map(prompts.map((prompt) => [prompt.hash, prompt]));
  const hops = [...Map.groupBy(events, ({ id }) => id.slice(0, id.indexOf('-')))]
    .map(([, ofHop]) => hopOf(ofHop, sent))
    .filter(({ steps }) => steps.length > 0);
  const replied = new Set(
    events.flatMap(({ body }) => (body.type === 'model.replied' ? body.promptHash : [])),
  );
  return {
    hops,
    unanswered: prompts.filter(({ hash }) => !replied.has(hash)),
    waitedMs: sum(hops.map(({ waitedMs }) => waitedMs ?? 0)),
    workMs: sum(hops.map(({ workMs }) => workMs)),
    totalMs: Math.max(0, (events.at(-1)?.at ?? askedAt) - askedAt),
  };
}

function hopOf(events: readonly TurnEvent[], sent: ReadonlyMap<string, SentPrompt>): TracedHop {
  const steps = stepsOf(events).map((step) => tracedStep(step, sent));
  const finished = steps.flatMap((step) => step.finished ?? []);
  const [first] = finished;
  const { version, attempt } = attemptOf(events[0]?.id ?? '');
  const began = events[0]?.at ?? 0;
  return {
    hop: version,
    attempt,
    service: first?.service ?? null,
    waitedMs: first?.waitedMs ?? null,
    workMs: sum(finished.map(({ ms }) => ms)),
    startedAt: first ? Math.min(began, first.at - first.ms) : began,
    endedAt: events.at(-1)?.at ?? 0,
    steps,
  };
}

/** Groups the events of a hop by step. */
function stepsOf(events: readonly TurnEvent[]): readonly (readonly TurnEvent[])[] {
  const steps: TurnEvent[][] = [];
  let open: TurnEvent[] | null = null;
  for (const event of events) {
    const { type } = event.body;
    if (IGNORED.has(type)) continue;
    const last = steps.at(-1);
    if (AFTER.has(type) && last && open === null) {
      last.push(event);
      continue;
    }
    if (open === null) steps.push((open = []));
    open.push(event);
    if (type === 'step.finished') open = null;
  }
  return steps;
}

function tracedStep(events: readonly TurnEvent[], sent: ReadonlyMap<string, SentPrompt>): TracedStep {
  const all = <Type extends TurnEventBody['type']>(...types: readonly Type[]): readonly Timed<Type>[] =>
    events.flatMap(({ at, body }) =>
      (types as readonly string[]).includes(body.type) ? [{ ...(body as Body<Type>), at }] : [],
    );
  const [finished = null] = all('step.finished');
  const calls = all('model.replied');
  return {
    step: finished?.step ?? calls[0]?.step ?? all('store.away')[0]?.step ?? null,
    finished,
    calls: calls.map((call) => ({ ...call, sent: sent.get(call.promptHash) ?? null })),
    searches: all('search.made'),
    needs: all('need.raised', 'need.resolved', 'need.missed'),
    evidence: all('evidence.found').flatMap(({ items }) => items.map(({ n }) => n)),
    passes: all('pass.started'),
    away: all('store.away'),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
