import type { ClaimStatus } from '../answer/answer';
import type { RemovedMark } from '../answer/canonical-marks';
import type { StoreName } from './degraded';
import type { CalledTool } from '../need/need';
import type { Finding, FindingCheck } from '../evidence/finding';
import type { TurnEnd } from './turn';
import type { Whereabouts } from '../evidence/whereabouts';

/**
 * One line of a turn's log. The same log feeds SSE, the CLI's live view and `quarry turns show`.
 * `id` is `ms-n`, strictly increasing within a turn: when the attempt took its turn, in milliseconds since the epoch, and a number that is made of version, attempt and
 * place of the event ({@link attemptOf}).
 */
export interface TurnEvent {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly body: TurnEventBody;
}

export type TurnEventBody =
  | { readonly type: 'turn.started'; readonly question: string; readonly pipeline: string }
  /** `message` is what a client may show meanwhile (000, "Frontend UX"). */
  | {
      readonly type: 'pass.started';
      readonly pass: number;
      readonly why: string;
      readonly message: string;
    }
  | {
      readonly type: 'step.finished';
      readonly service: string;
      readonly step: string;
      readonly action: string;
      readonly outcome: string;
      readonly ms: number;
      readonly inputTokens: number;
      readonly outputTokens: number;
      /** One sentence for people: what the step did. */
      readonly note: string;
      /** Of the first step of a hop: milliseconds that the hop was in the queue of its service; absent where it was delivered more than once. */
      readonly waitedMs?: number;
    }
  /** A model replied: with all replies in order, and the pipeline and snapshot, a turn can be run again (004, "full trace"). */
  | {
      readonly type: 'model.replied';
      readonly step: string;
      /** Prompt file of the pipeline. */
      readonly prompt: string;
      /** SHA-256 of the messages that were sent, in hex: equal where a second run asks the same. */
      readonly promptHash: string;
      readonly model: string;
      readonly text: string;
    }
  /** A search was made, or, where `skipped` says why, was not. */
  | {
      readonly type: 'search.made';
      readonly pass: number;
      readonly mode: string;
      readonly query: string;
      /** `repository@snapshot`. */
      readonly index?: string;
      /** Chunks above the relevance floor, best first. */
      readonly hits: readonly { readonly id: string; readonly relevance: number }[];
      readonly skipped?: string;
    }
  | {
      readonly type: 'evidence.found';
      readonly pass: number;
      readonly items: readonly (Whereabouts & {
        readonly n: number;
        readonly symbol?: string;
        readonly foundBy: string;
      })[];
    }
  /** A value was taken out of a document, and checked against the page that it names (001, "Finding"). */
  | ({
      readonly type: 'finding.added';
      readonly pass: number;
      readonly stands: FindingCheck['stands'];
    } & Pick<Finding, 'n' | 'label' | 'value' | 'unit' | 'path' | 'page'>)
  | {
      readonly type: 'calculation.made';
      readonly pass: number;
      readonly n: number;
      readonly expression: string;
      readonly result: string;
    }
  /** `tool` where a model asked for it by calling one. */
  | {
      readonly type: 'need.raised';
      readonly pass: number;
      readonly text: string;
      readonly tool?: CalledTool;
    }
  | {
      readonly type: 'need.resolved';
      readonly pass: number;
      readonly text: string;
      readonly tool?: CalledTool;
      readonly by: readonly number[];
    }
  | { readonly type: 'need.missed'; readonly pass: number; readonly text: string; readonly why: string }
  /** What was found so far was judged. */
  | {
      readonly type: 'context.assessed';
      readonly pass: number;
      readonly complete: boolean;
      readonly missing: readonly string[];
    }
  | { readonly type: 'answer.delta'; readonly text: string }
  /** The answer after a pass that another one follows: deltas after it begin the answer anew. */
  | { readonly type: 'answer.partial'; readonly pass: number; readonly text: string }
  | {
      readonly type: 'claim.checked';
      readonly text: string;
      readonly status: ClaimStatus;
      readonly cites: readonly number[];
      readonly why: string;
    }
  /** A mark of the answer, or a number of it, pointed at no evidence and was taken out. */
  | ({ readonly type: 'citation.removed'; readonly pass: number } & RemovedMark)
  /** A step's store is away: the step waits for it, or, where it waits no longer, the turn goes on without. */
  | {
      readonly type: 'store.away';
      readonly pass: number;
      readonly step: string;
      readonly store?: StoreName;
      /** The store's own words. */
      readonly reason: string;
      readonly waits: boolean;
    }
  /** A new attempt of an interrupted hop, or of a step whose store was away, begins: forget what the former attempt streamed. */
  | { readonly type: 'reset' }
  /** Not part of the log: this process stops, and the turn goes on in the next one. Whoever follows it comes again, after the event before. */
  | { readonly type: 'turn.suspended'; readonly message: string }
  | ({ readonly type: 'turn.finished' } & TurnEnd);

/** In the number of an event's id a version counts so much, and an attempt of it. */
export const IN_EVENT_ID = { version: 1_000_000_000, attempt: 1_000_000 } as const;

/** Before there was a time in them, ids began with a version times this, and an attempt. */
const FORMER_VERSION = 1_000;

/** Which attempt at which version of its turn an event is of. */
export function attemptOf(id: string): { readonly version: number; readonly attempt: number } {
  const [ms = 0, n = 0] = id.split('-').map(Number);
  const [key, unit] =
    ms < IN_EVENT_ID.version ? [ms, FORMER_VERSION] : [Math.floor(n / IN_EVENT_ID.attempt), 1_000];
  return { version: Math.floor(key / unit), attempt: key % unit };
}

/** True for what may be the id of an event. */
export function isEventId(text: string): boolean {
  return /^\d{1,15}-\d{1,15}$/.test(text);
}

/** True where event id `a` comes after event id `b`. */
export function isAfter(a: string, b: string): boolean {
  const [aMs = 0, aSeq = 0] = a.split('-').map(Number);
  const [bMs = 0, bSeq = 0] = b.split('-').map(Number);
  return aMs > bMs || (aMs === bMs && aSeq > bSeq);
}
