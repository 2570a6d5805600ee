import { randomUUID } from 'node:crypto';
import { takesNoWrites } from '@quarry/connections/redis';
import { defined, redact, type TurnEventBody } from '@quarry/turn';
import { isTurnId } from '../admission';
import type { CarrierLimits, Claim, Commit, HopJob, HopResult, TurnLedger } from '../carrier';
import { TurnWatchers } from '../turn-watchers';
import { untilWritable } from '../until-writable';
import { fieldSizes, patchFields, turnFromFields } from '../turn-fields';
import type { Connections } from './connections';
import { inLocalTime } from './clock';
import {
  Deliveries,
  hasEnded,
  hopOf,
  LOCK_MS,
  type ClaimReply,
  type Delivered,
  type EndOfTurn,
  type EndReply,
  type NextJob,
} from './deliveries';
import type { ClaimHere, HandOvers } from './hand-overs';
import type { Keys } from './keys';
import { runScript, type RedisScripts } from './redis-scripts';
import { sealEnd } from './sealed-end';

/** Turns per page and pages per round of the watchdog: after an outage many turns are due, and a round must end. */
const DUE_PER_PAGE = 200;
const PAGES_PER_ROUND = 100;

/** A Redis hash reply (`field, value, field, value …`) as an object. */
function hashFrom(flat: readonly string[]): Record<string, string> {
  const hash: Record<string, string> = {};
  for (let i = 0; i + 1 < flat.length; i += 2) hash[flat[i] ?? ''] = flat[i + 1] ?? '';
  return hash;
}

/** A job to deliver again later. */
export interface PutOff {
  readonly id: string;
  /** The worker's lock token. */
  readonly token: string;
  /** Milliseconds from now, by the server's clock. */
  readonly ms: number;
  /** True if its handler threw, which uses up one of its deliveries. */
  readonly counts: boolean;
  /** Alternating names and values that BullMQ stores with the job. */
  readonly fields: readonly string[];
}

/** The script's parameters for ending a job and taking the next one. */
function jobToEnd({ service, job, token, mayFetch }: Delivered): object {
  return { service, id: job.id, token, lock: LOCK_MS, fetch: mayFetch() };
}

/** The worker's side on Redis: one script per call. */
export class RedisLedger implements TurnLedger {
  /**
   * BullMQ's deliveries in this process. The commit of a hop ends its delivery in the same step; its claim is already
   * made.
   */
  readonly deliveries: Deliveries;
  /** Hops that run here, by turn. */
  readonly watchers = new TurnWatchers();

  constructor(
    private readonly connections: Connections,
    private readonly keys: Keys,
    private readonly scripts: RedisScripts,
    private readonly limits: CarrierLimits,
    private readonly onEnd: EndOfTurn,
    readonly handOvers: HandOvers,
  ) {
    this.deliveries = new Deliveries(onEnd);
  }

  /** Takes the next job of a service's queue for BullMQ's worker, and claims its hop. */
  async take(service: string, token: string): Promise<NextJob> {
    const take = async (): Promise<NextJob> => {
      const taken = await this.run('take', undefined, { service, token, lock: LOCK_MS });
      return this.deliveries.taken(service, taken as Parameters<Deliveries['taken']>[1]);
    };
    return this.deliveries.alone.during(take());
  }

  /**
   * Delays a job by the server's clock. Returns the reply of BullMQ's script: negative if the worker no longer holds
   * the job.
   */
  async putOff(service: string, job: PutOff): Promise<number> {
    const [, t = '', v] = /^(.+)-(\d{1,9})$/.exec(job.id) ?? [];
    const hop = job.counts && isTurnId(t) ? { t, v: Number(v) } : {};
    return (await this.run('putOff', undefined, { service, ...job, ...hop })) as number;
  }

  async claim(turnId: string, v: number): Promise<Claim> {
    if (!isTurnId(turnId)) return { kind: 'terminal' };
    const handed = this.deliveries.handedOver(turnId, v);
    if (handed) {
      this.deliveries.claimed(turnId, v, handed.turn);
      return handed;
    }
    const made = this.deliveries.claimOf(turnId, v);
    const told = made ?? (await this.claimed(turnId, v));
    const reply = told[0] === 'alone' ? await this.claimAlone(turnId, v) : told;
    if (reply[0] !== 'claimed') {
      if (reply !== made && hasEnded(reply)) this.onEnd(turnId);
      return { kind: reply[0] };
    }
    const [, fence, attempt, hash, now, failures] = reply;
    const fields = hash ? hashFrom(hash) : await this.connections.ledger.hgetall(this.keys.turn(turnId));
    const turn = inLocalTime(turnFromFields(fields), now);
    this.deliveries.claimed(turnId, v, turn);
    return { kind: 'claimed', fence, attempt, failures, turn, at: fields.step ?? '' };
  }

  private async claimed(turnId: string, v: number, alone = false): Promise<ClaimReply> {
    const by = randomUUID();
    return (await this.runPatiently('claim', turnId, () => ({ v, by, alone }))) as ClaimReply;
  }

  /** Waits until this process runs nothing else, then claims. Until the hop is over, nothing else is taken. */
  private async claimAlone(turnId: string, v: number): Promise<Exclude<ClaimReply, readonly ['alone']>> {
    const { alone } = this.deliveries;
    const job = hopOf(turnId, v);
    await alone.enter(job);
    let runs = false;
    try {
      const reply = (await this.claimed(turnId, v, true)) as Exclude<ClaimReply, readonly ['alone']>;
      runs = reply[0] === 'claimed' && this.deliveries.of(turnId, v) !== undefined;
      return reply;
    } finally {
      if (!runs) alone.release(job);
    }
  }

  /** Gives back the claim that was made when the job was taken, if its handler never asked for it. */
  async unclaim(job: Partial<HopJob> | null): Promise<void> {
    const { t, v } = job ?? {};
    if (t === undefined || v === undefined) return;
    const claim = this.deliveries.claimOf(t, v);
    const fence = claim?.[0] === 'claimed' ? claim[1] : this.deliveries.handedOver(t, v)?.fence;
    if (fence !== undefined) await this.giveBack(t, v, fence, false);
  }

  /** Wakes another process for jobs that may wait in the queue, if this one was woken and takes nothing now. */
  async passOn(service: string): Promise<void> {
    await this.connections.ledger.zadd(`${this.keys.base}:${service}:marker`, 0, '0');
  }

  async giveBack(turnId: string, v: number, fence: number, hasEmitted: boolean): Promise<boolean> {
    return isTurnId(turnId) && (await this.run('giveBack', turnId, { v, f: fence, told: hasEmitted })) === 1;
  }

  async advance(turnId: string, v: number, fence: number, result: HopResult): Promise<Commit> {
    if (!isTurnId(turnId)) return 'terminal';
    const patch = patchFields(result.patch, result.pieces);
    const oversize = Math.max(0, ...fieldSizes(patch).values()) > this.limits.maxGroupBytes;
    const groups = oversize ? [] : Object.entries(patch);
    const delivery = this.deliveries.of(turnId, v);
    const here = delivery ? this.handOvers.of(delivery, result, this.deliveries) : null;
    const parameters = () => ({
      v,
      f: fence,
      groups: groups.length,
      n: result.n,
      ...(oversize ? { oversize } : {}),
      ...('outcome' in result.next
        ? { last: sealEnd(result.next, this.limits) }
        : { next: { step: result.next.step, service: result.next.service } }),
      ...defined({ at: result.at }),
      ...(delivery ? { job: jobToEnd(delivery) } : {}),
      ...(here ? { here: here.request } : {}),
    });
    const more = [...groups.flat(), ...result.events.map((body) => JSON.stringify(body))];
    try {
      const reply = await this.runPatiently('advance', turnId, parameters, more);
      const [code, next, claim] = reply as readonly [Commit, EndReply?, ClaimHere?];
      if (this.isOver(code, v, result)) this.onEnd(turnId);
      if (delivery) this.deliveries.ended(delivery, next);
      if (claim) here?.run({ t: turnId, v: v + 1 }, claim, patch);
      return code;
    } finally {
      here?.end();
    }
  }

  async emit(
    turnId: string,
    v: number,
    fence: number,
    n: number,
    ...bodies: readonly TurnEventBody[]
  ): Promise<'ok' | 'superseded'> {
    if (!isTurnId(turnId)) return 'superseded';
    const events = bodies.map((body) => JSON.stringify(body));
    const parameters = () => ({ v, f: fence, n });
    return (await this.runPatiently('emit', turnId, parameters, events)) as 'ok' | 'superseded';
  }

  async holds(turnId: string, v: number, fence: number): Promise<boolean> {
    if (!isTurnId(turnId)) return false;
    const [status, version, held, cancel] = await this.connections.ledger.hmget(
      this.keys.turn(turnId),
      'status',
      'v',
      'f',
      'cancel',
    );
    return status === 'running' && Number(version) === v && Number(held) === fence && cancel === null;
  }

  watch(turnId: string, changed: () => void): () => void {
    return this.watchers.watch(turnId, changed);
  }

  /** By the server's clock, unless another time is given. */
  async reap(named?: number): Promise<number> {
    const now = named ?? (await this.serverTime());
    let helped = 0;
    for (let page = 0; page < PAGES_PER_ROUND; page++) {
      const ids = await this.dueAt(now);
      const replies = await Promise.all(ids.map((turnId) => this.lookAfter(turnId, now)));
      helped += replies.filter((reply) => reply > 0).length;
      if (ids.length < DUE_PER_PAGE) break;
    }
    return helped;
  }

  private async serverTime(): Promise<number> {
    const { ledger } = this.connections;
    const [seconds = 0, micros = 0] = await this.connections.heard(ledger, ledger.time());
    return seconds * 1_000 + Math.floor(micros / 1_000);
  }

  private dueAt(now: number): Promise<string[]> {
    const { ledger } = this.connections;
    return this.connections.heard(
      ledger,
      ledger.zrangebyscore(this.keys.due, '-inf', now, 'LIMIT', 0, DUE_PER_PAGE),
    );
  }

  private async lookAfter(turnId: string, now: number): Promise<0 | 1 | 2> {
    const reply = (await this.run('reap', turnId, { now })) as 0 | 1 | 2;
    if (reply === 2) this.onEnd(turnId);
    return reply;
  }

  /** Handles a job whose every delivery threw. A job that is not a hop is left alone. */
  async giveUp(service: string, job: Partial<HopJob> | null, error: string): Promise<void> {
    const { t, v } = job ?? {};
    if (typeof t === 'string' && isTurnId(t) && Number.isInteger(v))
      await this.run('giveUp', t, { service, v, error: redact(error, undefined) });
  }

  /** Whether this commit ended the turn. */
  private isOver(reply: Commit, v: number, { next }: HopResult): boolean {
    if (reply === 'too_large' || reply === 'cancelled') return true;
    return reply === 'ok' && ('outcome' in next || v + 1 >= this.limits.maxHops);
  }

  /**
   * For a hop's writes: waits for a Redis that accepts no writes, for as long as a hop may take.
   * @param parameters computed for each attempt
   * @throws Fault that the hop's turn reports. Calls made by BullMQ throw the errors of Redis unchanged, because BullMQ
   * distinguishes them.
   */
  private async runPatiently(
    name: keyof RedisScripts,
    turnId: string,
    parameters: () => object,
    more: readonly string[] = [],
  ): Promise<unknown> {
    try {
      const write = (): Promise<unknown> => this.run(name, turnId, parameters(), more);
      return await untilWritable(write, takesNoWrites, this.limits.hopBudgetMs);
    } catch (error) {
      throw this.connections.faultOf(error);
    }
  }

  private run(
    name: keyof RedisScripts,
    turnId: string | undefined,
    parameters: object,
    more: readonly string[] = [],
  ): Promise<unknown> {
    const named = { t: turnId, ...parameters };
    const key = turnId === undefined ? this.keys.due : this.keys.turn(turnId);
    return runScript(this.connections.ledger, this.scripts[name], key, named, more);
  }
}
