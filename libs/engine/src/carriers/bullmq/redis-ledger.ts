import { redact, type TurnEnd, type TurnEventBody } from '@quarry/turn';
import { isTurnId } from '../admission';
import type { CarrierLimits, Claim, Commit, HopJob, HopResult, TurnLedger } from '../carrier';
import { protocolEnds, ttlAfter, type ProtocolEnds } from '../ends';
import { RESET } from '../event-id';
import { fieldBytes, groupFields, turnFromFields } from '../turn-fields';
import { DUE_PER_ROUND } from '../watchdog';
import type { Connections } from './connections';
import { JOB_OPTIONS } from './job-options';
import type { Keys } from './keys';
import { runScript, type RedisScripts } from './redis-scripts';

/** To be told of each turn that a script ended. */
export type EndOfTurn = (turnId: string) => void;

/** An end as the scripts take it: the `end` group, the last event, and how long the turn is kept. */
export interface SealedEnd {
  readonly json: string;
  readonly event: string;
  readonly ttl: number;
  readonly failed: boolean;
}

export function sealEnd(end: TurnEnd, limits: CarrierLimits): SealedEnd {
  return {
    json: JSON.stringify(end),
    event: JSON.stringify({ type: 'turn.finished', ...end } satisfies TurnEventBody),
    ttl: ttlAfter(end, limits),
    failed: end.outcome === 'failed',
  };
}

/** A Redis hash reply (`field, value, field, value …`) as an object. */
function hashFrom(flat: readonly string[]): Record<string, string> {
  const hash: Record<string, string> = {};
  for (let i = 0; i + 1 < flat.length; i += 2) hash[flat[i] ?? ''] = flat[i + 1] ?? '';
  return hash;
}

/** Job options in the form that scripts need. */
export const SCRIPT_JOB_OPTIONS = JSON.stringify(JOB_OPTIONS);

/** The worker's side on Redis: one script a call. */
export class RedisLedger implements TurnLedger {
  private readonly ends: ProtocolEnds;

  constructor(
    private readonly connections: Connections,
    private readonly keys: Keys,
    private readonly scripts: RedisScripts,
    private readonly limits: CarrierLimits,
    private readonly onEnd: EndOfTurn,
  ) {
    this.ends = protocolEnds(limits);
  }

  async claim(turnId: string, v: number): Promise<Claim> {
    if (!isTurnId(turnId)) return { kind: 'terminal' };
    const [code, fence, attempt, hash] = (await this.run('claim', turnId, {
      v,
      maxAttempts: this.limits.maxAttempts,
      poison: this.seal(this.ends.poison),
      expired: this.seal(this.ends.deadline),
      reset: JSON.stringify(RESET),
    })) as ['claimed', number, number, string[]] | [Exclude<Claim['kind'], 'claimed'>];
    if (code === 'poison' || code === 'expired') this.onEnd(turnId);
    if (code !== 'claimed') return { kind: code };
    const fields = hashFrom(hash);
    return { kind: 'claimed', fence, attempt, turn: turnFromFields(fields), at: fields.step ?? '' };
  }

  async advance(turnId: string, v: number, fence: number, result: HopResult): Promise<Commit> {
    if (!isTurnId(turnId)) return 'terminal';
    const patch = groupFields(result.patch);
    const oversize = fieldBytes(patch) > this.limits.maxPatchBytes;
    const parameters = {
      v,
      f: fence,
      events: result.events.map((body) => JSON.stringify(body)),
      oversize,
      maxTurnBytes: this.limits.maxTurnBytes,
      maxHops: this.limits.maxHops,
      tooLarge: this.seal(this.ends.tooLarge),
      tooManyHops: this.seal(this.ends.tooManyHops),
      ...('outcome' in result.next ? { last: this.seal(result.next) } : { next: result.next }),
      ...(result.at === undefined ? {} : { at: result.at }),
    };
    const fields = oversize ? [] : Object.entries(patch).flat();
    const reply = (await this.run('advance', turnId, parameters, fields)) as Commit;
    if (this.isOver(reply, v, result)) this.onEnd(turnId);
    return reply;
  }

  async emit(
    turnId: string,
    v: number,
    fence: number,
    n: number,
    body: TurnEventBody,
  ): Promise<'ok' | 'superseded'> {
    if (!isTurnId(turnId)) return 'superseded';
    const parameters = { v, f: fence, n, event: JSON.stringify(body) };
    return (await this.run('emit', turnId, parameters)) as 'ok' | 'superseded';
  }

  async holds(turnId: string, v: number, fence: number): Promise<boolean> {
    if (!isTurnId(turnId)) return false;
    const [status, version, held] = await this.connections.ledger.hmget(
      this.keys.turn(turnId),
      'status',
      'v',
      'f',
    );
    return status === 'running' && Number(version) === v && Number(held) === fence;
  }

  async reap(now: number = Date.now()): Promise<number> {
    const { due } = this.keys;
    const ids = await this.connections.ledger.zrangebyscore(due, '-inf', now, 'LIMIT', 0, DUE_PER_ROUND);
    let helped = 0;
    for (const turnId of ids) {
      const parameters = { now, expired: this.seal(this.ends.deadline) };
      const reply = (await this.run('reap', turnId, parameters)) as 0 | 1 | 2;
      if (reply > 0) helped++;
      if (reply === 2) this.onEnd(turnId);
    }
    return helped;
  }

  /** To be told of a job whose every delivery threw; one that is no hop's is left alone. */
  async giveUp(service: string, job: Partial<HopJob> | null, error: string): Promise<void> {
    const { t, v } = job ?? {};
    if (typeof t === 'string' && isTurnId(t) && Number.isInteger(v))
      await this.run('giveUp', t, { service, v, error: redact(error, undefined) });
  }

  /** Did this commit end the turn? */
  private isOver(reply: Commit, v: number, { next }: HopResult): boolean {
    if (reply === 'too_large') return true;
    return reply === 'ok' && ('outcome' in next || v + 1 >= this.limits.maxHops);
  }

  private run(
    name: keyof RedisScripts,
    turnId: string,
    parameters: object,
    more: readonly string[] = [],
  ): Promise<unknown> {
    const named = {
      base: this.keys.base,
      t: turnId,
      now: Date.now(),
      hopBudgetMs: this.limits.hopBudgetMs,
      jobOptions: SCRIPT_JOB_OPTIONS,
      ...parameters,
    };
    return runScript(this.connections.ledger, this.scripts[name], this.keys.turn(turnId), named, more);
  }

  private seal(end: TurnEnd): SealedEnd {
    return sealEnd(end, this.limits);
  }
}
