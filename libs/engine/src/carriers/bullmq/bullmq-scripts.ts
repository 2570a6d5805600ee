import { createRequire } from 'node:module';
import { Fault } from '@quarry/turn';

/** The only BullMQ whose internal scripts this carrier knows; the contract tests must pass before it is changed. */
export const BULLMQ_VERSION = '6.7.0';

/** Scripts of BullMQ that run within the carrier's own, by the file that ships each: its name, and how many keys it takes. */
const FILES = {
  /** Adds a job without delay or priority: 9 keys, 3 arguments. */
  addStandardJob: 'addStandardJob-9',
  /** Takes the next job: 11 keys, 3 arguments. */
  moveToActive: 'moveToActive-11',
  /** Delays a job: 11 keys, 9 arguments. */
  moveToDelayed: 'moveToDelayed-11',
  /** Ends a job and takes the next: 14 keys, 9 arguments. */
  moveToFinished: 'moveToFinished-14',
} as const;

/** @throws Fault `setup_failed` for any other version. */
export function assertBullmqVersion(version: string): void {
  if (version === BULLMQ_VERSION) return;
  throw new Fault(
    'setup_failed',
    `Quarry adds, takes and ends jobs by scripts that are internal to BullMQ ${BULLMQ_VERSION}, but BullMQ ${version} is installed. ` +
      `Run 'npm install --save-exact bullmq@${BULLMQ_VERSION}'.`,
  );
}

/**
 * What the functions of BullMQ call instead of `redis`. The events of a queue that tell of each job's way (added, waiting, active, completed) are left out: a turn's log says the same
 * to those who may see it, and they were a tenth of what a hop costs Redis. BullMQ's own calls still tell of jobs that fail or stall.
 */
export const QUIET = `
local quiet = setmetatable({
  call = function(name, ...)
    if name ~= 'XADD' and name ~= 'XTRIM' then return redis.call(name, ...) end
  end
}, { __index = redis })
`;

/** A script's Lua text as a local function `bull_<name>` of its keys and arguments; {@link QUIET} is to stand before it. */
export function bullFunction(name: keyof typeof FILES): string {
  const load = createRequire(require.resolve('bullmq'));
  assertBullmqVersion((load('../../package.json') as { version: string }).version);
  const script = load(`./scripts/${FILES[name]}.js`) as Record<string, { content: string }>;
  return `
local function bull_${name}(KEYS, ARGV)
local redis = quiet
${script[name]?.content ?? ''}
end
`;
}
