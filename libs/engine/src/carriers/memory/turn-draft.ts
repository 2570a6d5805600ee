import type { CompiledPipeline } from '@quarry/pipeline';
import type { TurnEnd, TurnEvent, TurnEventBody, TurnPatch } from '@quarry/turn';
import type { CarrierLimits, HopResult } from '../carrier';
import { ttlAfter } from '../ends';
import { numberBefore } from '../event-id';
import { droppedAtEnd, groupFields, groupsAfter, patchFields, type TurnFields } from '../turn-fields';
import { eventAfter, type LogEnd } from './memory-log';
import type { TurnState } from './memory-turns';
import type { TurnFacts } from './turn-facts';
import type { NotedKey, TurnNote } from './turn-journal';

/** The start of a turn. */
export interface Opening {
  readonly fields: TurnFields;
  readonly compiled: CompiledPipeline | undefined;
  readonly key: NotedKey | undefined;
}

/**
 * The changes to a turn by one step of the hop protocol. None takes effect before it is recorded and {@link apply} is
 * called.
 */
export class TurnDraft {
  /** The end that it sets. */
  end: TurnEnd | null = null;
  private changed: TurnFacts;
  private fields: TurnFields;
  private readonly events: TurnEvent[] = [];
  private last: LogEnd;
  private document: TurnPatch = {};
  private bytes: number;
  private readonly sizes: Map<string, number> = new Map();

  /** @param now milliseconds since the epoch */
  constructor(
    readonly state: TurnState,
    readonly now: number,
    private readonly opening?: Opening,
  ) {
    this.changed = state.facts;
    this.fields = opening?.fields ?? {};
    this.last = state.log.end;
    this.bytes = state.bytes;
  }

  get facts(): TurnFacts {
    return this.changed;
  }

  set(changes: Partial<TurnFacts>): void {
    this.changed = { ...this.changed, ...changes };
  }

  /** Writes groups of the document. False if they do not fit; then nothing is written. */
  write({ patch, pieces }: Pick<HopResult, 'patch' | 'pieces'>, limits: CarrierLimits): boolean {
    const fields = patchFields(patch, pieces);
    const sizes = Object.entries(fields).map(([field, text]) => [field, Buffer.byteLength(text)] as const);
    if (sizes.length === 0) return true;
    const largest = Math.max(...sizes.map(([, size]) => size));
    const before = this.state.sizes;
    const bytes = sizes.reduce((sum, [field, size]) => sum + size - (before.get(field) ?? 0), this.bytes);
    if (largest > limits.maxGroupBytes || bytes > limits.maxTurnBytes) return false;
    for (const [field, size] of sizes) this.sizes.set(field, size);
    this.bytes = bytes;
    this.document = { ...this.document, ...groupsAfter(this.state.turn, fields) };
    this.fields = { ...this.fields, ...fields };
    return true;
  }

  /** Appends under an explicit number of the running attempt. */
  tell(n: number, body: TurnEventBody): void {
    const event = eventAfter(this.last, this.facts.eventsFrom, n, body, this.now);
    if (!event) return;
    this.events.push(event);
    this.last = { ms: this.facts.eventsFrom, n };
  }

  /** Appends after everything that the attempt wrote. */
  tellNext(body: TurnEventBody): void {
    const { v, attempt, eventsFrom } = this.facts;
    this.tell((eventsFrom === this.last.ms ? this.last.n : numberBefore(v, attempt)) + 1, body);
  }

  /** Ends the turn, under its current version. */
  finish(end: TurnEnd, limits: CarrierLimits): void {
    const last = { ...droppedAtEnd(), end };
    this.document = { ...this.document, ...last };
    this.fields = { ...this.fields, ...groupFields(last) };
    this.set({ running: false, endedAt: this.now, expiresAt: this.now + ttlAfter(end, limits) });
    this.tellNext({ type: 'turn.finished', ...end });
    this.end = end;
  }

  /** The note for a journal, with the events since the last one. */
  note(): TurnNote {
    const { id, log, turn } = this.state;
    const { opening } = this;
    return {
      ...{ id, facts: this.changed, fields: this.fields, events: [...log.unnoted, ...this.events] },
      ...(opening
        ? { opening: { pipeline: turn.pipeline, compiled: opening.compiled, key: opening.key } }
        : {}),
    };
  }

  /** Applies the draft after it was recorded. */
  apply(): void {
    const { state } = this;
    state.facts = this.changed;
    state.turn = { ...state.turn, ...this.document };
    state.bytes = this.bytes;
    for (const [field, size] of this.sizes) state.sizes.set(field, size);
    if (this.end) state.sizes.clear();
    state.log.push(this.events);
    state.log.markNoted();
  }
}
