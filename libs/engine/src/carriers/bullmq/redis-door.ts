import type { Redis } from 'ioredis';
import { pipelineRef, type CompiledPipeline } from '@quarry/pipeline';
import type { Turn, TurnEventBody } from '@quarry/turn';
import { admit, isTurnId } from '../admission';
import { untilTrue } from '../within';
import type { CarrierLimits, EndedTurns, PipelineShelf, Target, TurnDoor, TurnView } from '../carrier';
import { fieldBytes, openingFields, turnFromFields } from '../turn-fields';
import type { Connections } from './connections';
import type { Keys } from './keys';
import type { EndOfTurn } from './deliveries';
import { runScript, type RedisScripts } from './redis-scripts';

/** Maximum number of turns per tenant in `recent`. */
const RECENT_MAX = 1_000;
const PAGE = 50;

/** Time to live of a pipeline after the last turn that started with it: a week, longer than any turn may run. */
const PIPELINE_TTL_MS = 7 * 24 * 3_600_000;
/** Pipelines cached in a process. */
const KNOWN_PIPELINES = 256;

/** The gateway's side on Redis. Every call returns or fails with a Fault within seconds. */
export class RedisDoor implements Omit<TurnDoor, 'events'>, PipelineShelf, EndedTurns {
  /** Immutable by digest, so each is fetched once. */
  private readonly known = new Map<string, CompiledPipeline>();

  constructor(
    private readonly connections: Connections,
    private readonly keys: Keys,
    private readonly scripts: RedisScripts,
    private readonly limits: CarrierLimits,
    private readonly onEnd: EndOfTurn,
  ) {}

  async start(
    turn: Turn,
    entry: Target,
    idempotencyKey?: string,
  ): Promise<{ readonly turnId: string; readonly existing: boolean }> {
    const more =
      idempotencyKey === undefined
        ? {}
        : { idem: this.keys.idempotency(turn.tenant, idempotencyKey), idemTtl: this.limits.failedTtlMs };
    const [turnId, state] = await this.begin(turn, entry, more);
    return { turnId, existing: state === 1 };
  }

  begunWith(tenant: string, idempotencyKey: string): Promise<string | null> {
    return this.connections.door((redis) => redis.get(this.keys.idempotency(tenant, idempotencyKey)));
  }

  /** As in `DeadLetters`. */
  async retry(
    failedId: string,
    turn: Turn,
    entry: Target,
  ): Promise<{ readonly turnId: string; readonly existing: boolean } | null> {
    if (!isTurnId(failedId)) return null;
    const [turnId, state] = await this.begin(turn, entry, { retries: failedId });
    return state === 2 ? null : { turnId, existing: state === 1 };
  }

  /** The turn's id and a code: 0 new, 1 exists already, 2 not started because the turn to retry did not fail. */
  private async begin(turn: Turn, entry: Target, more: object): Promise<[turnId: string, state: 0 | 1 | 2]> {
    const fields = openingFields(turn);
    const bytes = fieldBytes(fields);
    admit(turn, bytes, this.limits);
    const { original } = turn.question;
    const event: TurnEventBody = { type: 'turn.started', question: original, pipeline: turn.pipeline };
    const parameters = {
      ...entry,
      bytes,
      askedAt: turn.askedAt,
      deadline: turn.deadline,
      sentAt: Date.now(),
      event: JSON.stringify(event),
      ...(turn.options.measuring === true ? {} : this.listing(turn.tenant)),
      ...more,
    };
    return (await this.run('start', turn.id, parameters, Object.entries(fields).flat())) as [
      string,
      0 | 1 | 2,
    ];
  }

  async cancel(turnId: string): Promise<boolean> {
    if (!isTurnId(turnId)) return false;
    const graceMs = this.limits.cancelGraceMs;
    const reply = await this.run('cancel', turnId, { graceMs });
    if (reply === 0) return false;
    const key = this.keys.turn(turnId);
    const isOver = async (): Promise<boolean> =>
      (await this.connections.door((redis) => redis.hget(key, 'status'))) !== 'running';
    if (reply === 2 && (await untilTrue(graceMs, isOver))) return true;
    if (reply === 1 || (await this.run('cancel', turnId, { force: true })) === 1) this.onEnd(turnId);
    return true;
  }

  async read(turnId: string): Promise<TurnView | null> {
    if (!isTurnId(turnId)) return null;
    return viewFrom(await this.connections.door((redis) => redis.hgetall(this.keys.turn(turnId))));
  }

  async hide(tenant: string, turnId: string): Promise<boolean> {
    if (!isTurnId(turnId)) return false;
    return (await this.run('hide', turnId, { tenant, recent: this.keys.recent(tenant) })) === 1;
  }

  async recent(
    tenant: string,
    limit: number,
    { unsettled = false }: { readonly unsettled?: boolean } = {},
  ): Promise<readonly TurnView[]> {
    const views: TurnView[] = [];
    const key = this.keys.recent(tenant);
    for (let from = 0; views.length < limit; from += PAGE) {
      const ids = await this.connections.door((redis) => redis.zrevrange(key, from, from + PAGE - 1));
      if (ids.length === 0) break;
      // Most of the older ones have expired: check which exist before fetching their documents.
      const wanted = await this.connections.door((redis) => this.thereOf(redis, ids, unsettled));
      const found = await Promise.all(wanted.slice(0, limit - views.length).map((id) => this.read(id)));
      views.push(...found.filter((view) => view !== null));
    }
    return views;
  }

  /** Those of these turns that still exist. With `unsettled`, ended turns only if they are not settled. */
  private async thereOf(redis: Redis, ids: readonly string[], unsettled: boolean): Promise<string[]> {
    const waiting = unsettled ? await redis.zmscore(this.keys.ended, ...ids) : [];
    const states = await Promise.all(ids.map((id) => redis.hget(this.keys.turn(id), 'status')));
    return ids.filter((_, i) => {
      const state = states[i] ?? null;
      return state !== null && (!unsettled || state === 'running' || waiting[i] !== null);
    });
  }

  async takeEnded(limit: number, leaseMs: number): Promise<readonly string[]> {
    const parameters = { base: this.keys.base, limit, leaseMs };
    const taken = await this.connections.door((redis) =>
      runScript(redis, this.scripts.takeEnded, this.keys.ended, parameters),
    );
    return taken as string[];
  }

  async settleEnded(turnId: string): Promise<void> {
    await this.connections.door((redis) => redis.zrem(this.keys.ended, turnId));
  }

  async publish(pipeline: CompiledPipeline): Promise<void> {
    const ref = pipelineRef(pipeline);
    const key = this.keys.pipeline(ref);
    const renewed =
      this.known.has(ref) &&
      (await this.connections.door((redis) => redis.pexpire(key, PIPELINE_TTL_MS))) === 1;
    if (renewed) return;
    const text = JSON.stringify(pipeline);
    await this.connections.door((redis) => redis.set(key, text, 'PX', PIPELINE_TTL_MS));
    this.remember(ref, pipeline);
  }

  async find(ref: string): Promise<CompiledPipeline | null> {
    const known = this.known.get(ref);
    if (known) return known;
    const text = await this.connections.door((redis) => redis.get(this.keys.pipeline(ref)));
    if (text === null) return null;
    const pipeline = JSON.parse(text) as CompiledPipeline;
    this.remember(ref, pipeline);
    return pipeline;
  }

  private remember(ref: string, pipeline: CompiledPipeline): void {
    this.known.set(ref, pipeline);
    if (this.known.size <= KNOWN_PIPELINES) return;
    const [oldest = ref] = this.known.keys();
    this.known.delete(oldest);
  }

  /** The script's parameters for listing a turn among the tenant's recent ones. */
  private listing(tenant: string): object {
    return {
      recent: this.keys.recent(tenant),
      recentTtl: this.limits.failedTtlMs,
      recentMax: RECENT_MAX,
    };
  }

  private run(
    name: 'start' | 'cancel' | 'hide',
    turnId: string,
    parameters: object,
    more: readonly string[] = [],
  ): Promise<unknown> {
    const named = { t: turnId, ...parameters };
    return this.connections.door((redis) =>
      runScript(redis, this.scripts[name], this.keys.turn(turnId), named, more),
    );
  }
}

function viewFrom(hash: Record<string, string>): TurnView | null {
  if (hash.status === undefined) return null;
  const status = hash.status === 'running' ? 'running' : 'ended';
  const hidden = hash.hidden === undefined ? {} : { hidden: true as const };
  const ended = hash.endedAt === undefined ? {} : { endedAt: Number(hash.endedAt) };
  return { turn: turnFromFields(hash), v: Number(hash.v), at: hash.step ?? '', status, ...ended, ...hidden };
}
