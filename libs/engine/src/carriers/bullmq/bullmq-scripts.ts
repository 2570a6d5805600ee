import { createRequire } from 'node:module';
import { Fault } from '@quarry/turn';

/**
 * The only supported BullMQ version, because its internal scripts are called. Run the contract tests before changing
 * it.
 */
export const BULLMQ_VERSION = '6.7.0';

/** BullMQ's scripts that run within the carrier's own, by file: the name, and the number of keys. */
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

/** @throws Fault `setup_failed` for any other version */
export function assertBullmqVersion(version: string): void {
  if (version === BULLMQ_VERSION) return;
  throw new Fault(
    'setup_failed',
    `Quarry adds, takes and ends jobs by scripts that are internal to BullMQ ${BULLMQ_VERSION}, but BullMQ ${version} is installed. ` +
      `Run 'npm install --save-exact bullmq@${BULLMQ_VERSION}'.`,
  );
}

/**
 * BullMQ's functions call this instead of `redis`. It drops the queue events of each job (added, waiting, active,
 * completed): the turn's log has the same information, and these events took a tenth of a hop's time in Redis. Events
 * about failed or stalled jobs are kept.
 */
export const QUIET = `
local quiet = setmetatable({
  call = function(name, ...)
    if name ~= 'XADD' and name ~= 'XTRIM' then return redis.call(name, ...) end
  end
}, { __index = redis })
`;

/** A script's Lua text as a local function `bull_<name>` of its keys and arguments. {@link QUIET} must precede it. */
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
