import type { Redis } from 'ioredis';
import { isTurnId } from '../admission';
import { isBehind, type DeadLetter, type DeadLetterCursor } from '../dead-letters';
import { turnFromFields } from '../turn-fields';
import type { Connections } from './connections';
import type { Keys } from './keys';

const PAGE = 50;

/**
 * Failed turns as Redis keeps them: their documents, and an index of those that were not retried, by when they ended.
 */
export class RedisDeadLetters {
  constructor(
    private readonly connections: Connections,
    private readonly keys: Keys,
  ) {}

  async list(limit: number, after?: DeadLetterCursor): Promise<readonly DeadLetter[]> {
    const found: DeadLetter[] = [];
    const top = after === undefined ? '+inf' : String(after.endedAt);
    for (let from = 0; found.length < limit; from += PAGE) {
      const ids = await this.connections.door((redis) =>
        redis.zrevrangebyscore(this.keys.failed, top, '-inf', 'LIMIT', from, PAGE),
      );
      const letters = await this.connections.door((redis) => this.readAll(redis, ids));
      found.push(...(letters.filter((letter) => letter !== null && isBehind(letter, after)) as DeadLetter[]));
      if (ids.length < PAGE) break;
    }
    return found.slice(0, limit);
  }

  async one(turnId: string): Promise<DeadLetter | null> {
    if (!isTurnId(turnId)) return null;
    const [letter] = await this.connections.door((redis) => this.readAll(redis, [turnId]));
    return letter ?? null;
  }

  private readAll(redis: Redis, ids: readonly string[]): Promise<readonly (DeadLetter | null)[]> {
    return Promise.all(ids.map(async (id) => letterFrom(await redis.hgetall(this.keys.turn(id)))));
  }
}

/** Null for a turn that did not fail, measures a pipeline, was deleted, or has expired. */
function letterFrom(hash: Record<string, string>): DeadLetter | null {
  if (hash['status'] !== 'ended' || hash['hidden'] !== undefined) return null;
  const turn = turnFromFields(hash);
  if (turn.end?.outcome !== 'failed' || turn.options.measuring === true) return null;
  return {
    turn,
    service: hash['service'] ?? '',
    at: hash['step'] ?? '',
    attempts: ['a', 'd', 'l'].reduce((sum, name) => sum + Number(hash[name] ?? 0), -Number(hash['b'] ?? 0)),
    endedAt: Number(hash['endedAt'] ?? turn.deadline),
    lastError: hash['error'] ?? null,
    retriedAs: hash['retriedAs'] ?? null,
  };
}
