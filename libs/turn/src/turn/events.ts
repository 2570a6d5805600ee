import type { ClaimStatus } from '../answer/answer';
import type { RemovedMark } from '../answer/canonical-marks';
import type { StoreName } from './degraded';
import type { CalledTool } from '../need/need';
import type { Finding, FindingCheck } from '../evidence/finding';
import type { TurnEnd } from './turn';
import type { Whereabouts } from '../evidence/whereabouts';

/**
 * One line of a turn's log, which feeds SSE, the live view of the command line and `quarry turns show`. `id` is `ms-n`,
 * strictly increasing within a turn: the start of the attempt in milliseconds since the epoch, and a number of version,
 * attempt and position of the event ({@link attemptOf}).
 */
export interface TurnEvent {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly body: TurnEventBody;
}

export type TurnEventBody =
  | { readonly type: 'turn.started'; readonly question: string; readonly pipeline: string }
  /** `message` can be shown while the pass runs (000, "Frontend UX"). */
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
      /** One human-readable sentence about what the step did. */
      readonly note: string;
      /** For the first step of a hop: milliseconds in the service's queue; absent if the hop was delivered repeatedly. */
      readonly waitedMs?: number;
    }
  /** A model replied. With all replies in order, the pipeline and the snapshot, a turn can be replayed (004, "full trace"). */
  | {
      readonly type: 'model.replied';
      readonly step: string;
      /** Prompt file of the pipeline. */
      readonly prompt: string;
      /** SHA-256 of the sent messages, in hex: equal if a replay sends the same. */
      readonly promptHash: string;
      readonly model: string;
      readonly text: string;
    }
  /** A search was made or, if `skipped` has a reason, was not. */
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
  /** A value was extracted from a document and compared with the page that it names (001, "Finding"). */
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
  /** `tool` if a model requested it by calling one. */
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
  /** The evidence so far was judged. */
  | {
      readonly type: 'context.assessed';
      readonly pass: number;
      readonly complete: boolean;
      readonly missing: readonly string[];
    }
  | { readonly type: 'answer.delta'; readonly text: string }
  /** The answer after a pass with a following one: later deltas restart the answer. */
  | { readonly type: 'answer.partial'; readonly pass: number; readonly text: string }
  | {
      readonly type: 'claim.checked';
      readonly text: string;
      readonly status: ClaimStatus;
      readonly cites: readonly number[];
      readonly why: string;
    }
  /** A citation of the answer pointed to no evidence and was removed. */
  | ({ readonly type: 'citation.removed'; readonly pass: number } & RemovedMark)
  /** A store of a step is unavailable: the step waits for it, or the turn continues without it. */
  | {
      readonly type: 'store.away';
      readonly pass: number;
      readonly step: string;
      readonly store?: StoreName;
      /** The store's message. */
      readonly reason: string;
      readonly waits: boolean;
    }
  /** An interrupted hop, or a step whose store was unavailable, starts again: discard what the last attempt streamed. */
  | { readonly type: 'reset' }
  /** Not part of the log: this process stops, and another continues the turn. Clients reconnect after the last event. */
  | { readonly type: 'turn.suspended'; readonly message: string }
  | ({ readonly type: 'turn.finished' } & TurnEnd);

/** Factors of version and attempt in the number of an event id. */
export const IN_EVENT_ID = { version: 1_000_000_000, attempt: 1_000_000 } as const;

/** Older ids have no time: they begin with a version times this factor, and an attempt. */
const FORMER_VERSION = 1_000;

/** The version and attempt of an event. */
export function attemptOf(id: string): { readonly version: number; readonly attempt: number } {
  const [ms = 0, n = 0] = id.split('-').map(Number);
  const [key, unit] =
    ms < IN_EVENT_ID.version ? [ms, FORMER_VERSION] : [Math.floor(n / IN_EVENT_ID.attempt), 1_000];
  return { version: Math.floor(key / unit), attempt: key % unit };
}

/** True for the syntax of an event id. */
export function isEventId(text: string): boolean {
  return /^\d{1,15}-\d{1,15}$/.test(text);
}

/** True if event id `a` is after event id `b`. */
export function isAfter(a: string, b: string): boolean {
  if (a === b) return false;
  const [aMs, aSeq] = partsOf(a);
  const [bMs, bSeq] = partsOf(b);
  return aMs > bMs || (aMs === bMs && aSeq > bSeq);
}

/** Gateways compare ids for every event of every stream: without arrays of pieces. */
function partsOf(id: string): readonly [ms: number, seq: number] {
  const dash = id.indexOf('-');
  return dash < 0 ? [Number(id), 0] : [Number(id.slice(0, dash)), Number(id.slice(dash + 1))];
}
