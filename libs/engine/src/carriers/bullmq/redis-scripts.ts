import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { ADVANCE } from './scripts/advance.lua';
import { CANCEL } from './scripts/cancel.lua';
import { CLAIM } from './scripts/claim.lua';
import { EMIT } from './scripts/emit.lua';
import { enqueueScript } from './scripts/enqueue.lua';
import { GIVE_UP } from './scripts/give-up.lua';
import { HIDE } from './scripts/hide.lua';
import { PRELUDE } from './scripts/prelude.lua';
import { QUEUES } from './scripts/queues.lua';
import { REAP } from './scripts/reap.lua';
import { START } from './scripts/start.lua';
import { TAKE_ENDED } from './scripts/take-ended.lua';

interface Script {
  readonly text: string;
  readonly sha: string;
}

/** The carrier's scripts, complete. Each is idempotent and answers with a code. */
export interface RedisScripts {
  readonly start: Script;
  readonly claim: Script;
  readonly advance: Script;
  readonly emit: Script;
  readonly cancel: Script;
  readonly hide: Script;
  readonly reap: Script;
  readonly giveUp: Script;
  readonly queues: Script;
  readonly takeEnded: Script;
}

/** @throws Fault `setup_failed` where another BullMQ is installed than the one whose script is used. */
export function loadScripts(): RedisScripts {
  const enqueue = enqueueScript();
  return {
    start: script(PRELUDE + enqueue + START),
    claim: script(PRELUDE + CLAIM),
    advance: script(PRELUDE + enqueue + ADVANCE),
    emit: script(PRELUDE + EMIT),
    cancel: script(PRELUDE + CANCEL),
    hide: script(PRELUDE + HIDE),
    reap: script(PRELUDE + enqueue + REAP),
    giveUp: script(PRELUDE + GIVE_UP),
    queues: script(QUEUES),
    takeEnded: script(TAKE_ENDED),
  };
}

/** Runs a script by its digest, and by its text where the server does not know it (after a restart, say). */
export async function runScript(
  redis: Redis,
  { text, sha }: Script,
  key: string,
  parameters: object,
  more: readonly string[] = [],
): Promise<unknown> {
  const args = [key, JSON.stringify(parameters), ...more];
  try {
    return await redis.evalsha(sha, 1, ...args);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
    return redis.eval(text, 1, ...args);
  }
}

function script(text: string): Script {
  return { text, sha: createHash('sha1').update(text).digest('hex') };
}
