import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { CarrierLimits } from '../carrier';
import { QUIET } from './bullmq-scripts';
import { advanceScript } from './scripts/advance.lua';
import { CANCEL } from './scripts/cancel.lua';
import { CLAIM, claimFunction } from './scripts/claim.lua';
import { completeFunction } from './scripts/complete.lua';
import { EMIT } from './scripts/emit.lua';
import { enqueueScript } from './scripts/enqueue.lua';
import { GIVE_BACK } from './scripts/give-back.lua';
import { GIVE_UP } from './scripts/give-up.lua';
import { handOverFunctions } from './scripts/hand-over.lua';
import { HIDE } from './scripts/hide.lua';
import { prelude } from './scripts/prelude.lua';
import { putOffScript } from './scripts/put-off.lua';
import { QUEUES } from './scripts/queues.lua';
import { REAP } from './scripts/reap.lua';
import { START } from './scripts/start.lua';
import { TAKE, takeFunction, WITH_CLAIM } from './scripts/take.lua';
import { TAKE_ENDED } from './scripts/take-ended.lua';

interface Script {
  readonly text: string;
  readonly sha: string;
}

/** The carrier's scripts. Each is idempotent and replies with a code. */
export interface RedisScripts {
  readonly start: Script;
  readonly claim: Script;
  readonly take: Script;
  readonly putOff: Script;
  readonly giveBack: Script;
  readonly advance: Script;
  readonly emit: Script;
  readonly cancel: Script;
  readonly hide: Script;
  readonly reap: Script;
  readonly giveUp: Script;
  readonly queues: Script;
  readonly takeEnded: Script;
}

/**
 * @param base prefix of all keys
 * @throws Fault `setup_failed` if the installed BullMQ is not the version whose scripts are used
 */
export function loadScripts(base: string, limits: CarrierLimits): RedisScripts {
  const common = prelude(base, limits);
  const enqueue = QUIET + enqueueScript();
  const claim = claimFunction(limits);
  const take = claim + WITH_CLAIM + takeFunction();
  return {
    start: script(common + enqueue + START),
    claim: script(common + claim + CLAIM),
    take: script(common + QUIET + take + TAKE),
    putOff: script(common + QUIET + putOffScript()),
    giveBack: script(common + GIVE_BACK),
    advance: script(
      common + enqueue + take + completeFunction() + handOverFunctions() + advanceScript(limits),
    ),
    emit: script(common + EMIT),
    cancel: script(common + CANCEL),
    hide: script(common + HIDE),
    reap: script(common + enqueue + REAP),
    giveUp: script(common + GIVE_UP),
    queues: script(QUEUES),
    takeEnded: script(TAKE_ENDED),
  };
}

/** Runs a script by its digest, or by its text if the server does not know it, e.g. after a restart. */
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
