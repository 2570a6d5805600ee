import type { Carrier } from '@quarry/engine';
import { openTurn, type Turn, type TurnEvent } from '@quarry/turn';
import { WAY } from './fault-plan';

/** Share of streams that a client interrupts, and after how many events at most. */
const BREAK_OFF = { share: 0.3, after: 20 } as const;
const RETRY_MS = 250;

/** What a client saw of its turn. */
export interface Sight {
  /** Every event, in order of arrival. */
  log: TurnEvent[];
  /** How often it repeated the question because its turn was lost. */
  resent: number;
  /** How often `start` was refused or did not respond. */
  refused: number;
  /** How often a stream was interrupted, by a fault or by the client, and resumed. */
  resumed: number;
}

/**
 * A client that follows the API's documentation: it sends a question until it is accepted, always with the same
 * idempotency key; follows the stream, and resumes it after the last event that it saw; repeats the question if its
 * turn is lost. Resolves when the turn has ended.
 */
export async function ask(door: Carrier, id: string, random: () => number, sight: Sight): Promise<void> {
  for (;;) {
    await send(door, id, sight);
    if (await follow(door, id, random, sight)) return;
    sight.resent++;
    sight.log = [];
  }
}

export function nothingSeen(): Sight {
  return { log: [], resent: 0, refused: 0, resumed: 0 };
}

async function send(door: Carrier, id: string, sight: Sight): Promise<void> {
  for (;;) {
    try {
      await door.start(turnOf(id), { service: WAY[0] ?? '', step: 'step_0' }, `key-${id}`);
      return;
    } catch (error) {
      if (!isTransient(error)) throw error;
      sight.refused++;
      await pause();
    }
  }
}

/** True once the turn has ended; false if it is unknown. */
async function follow(door: Carrier, id: string, random: () => number, sight: Sight): Promise<boolean> {
  for (;;) {
    let left = random() < BREAK_OFF.share ? Math.ceil(random() * BREAK_OFF.after) : Infinity;
    try {
      const after = sight.log.at(-1)?.id;
      for await (const event of door.events(id, after === undefined ? {} : { after })) {
        sight.log.push(event);
        if (event.body.type === 'turn.finished') return true;
        if (--left <= 0) break;
      }
      const view = await door.read(id);
      if (!view) return false;
      // The client was ahead of the disk. It reads the answer from the turn.
      if (view.status === 'ended' && left > 0) return true;
    } catch (error) {
      if (!isTransient(error)) throw error;
      await pause();
    }
    sight.resumed++;
  }
}

function turnOf(id: string): Turn {
  const askedAt = Date.now();
  return openTurn({
    ...{ id, tenant: 'acme', session: 's', pipeline: 'code@0', question: 'Where?', isEnglish: true },
    ...{ askedAt, deadline: askedAt + 3_600_000 },
  });
}

function isTransient(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'retryable' in error && error.retryable === true;
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, RETRY_MS));
}
