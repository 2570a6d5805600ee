import { LONGEST_PAUSE_MS } from '../../delivery';
import { SAME_CLOCK_MS } from '../clock';

/** BullMQ scores a delayed job by its time in milliseconds, multiplied by this factor. */
const DELAY_SCORE = 0x1000;

/**
 * Checks one due turn. Replies 1 if it was helped: its lost job was added again, or its failed job revived; 2 if it was
 * ended, because its deadline passed, or because it was cancelled and its hop did not end it. Otherwise, its next check
 * is postponed, or its stale due entry removed.
 */
export const REAP = `
local h = redis.call('HMGET', turn, 'status', 'v', 'service', 'deadline', 'cancel')
if h[1] ~= 'running' then
  redis.call('ZREM', due, t)
  return 0
end
if o.now >= tonumber(h[4]) then
  finish(protocol_end('deadline'))
  return 2
end
if h[5] then
  finish(protocol_end('cancelled'))
  return 2
end
move_due(h[4])
local v = tonumber(h[2])
local queue, id = base .. ':' .. h[3] .. ':', job_id(v)
-- A job may exist without being in a list, because a full Redis aborts BullMQ's scripts midway.
local function is_queued()
  if redis.call('EXISTS', queue .. id) == 0 then return false end
  for _, list in ipairs({'active', 'wait', 'paused'}) do
    if redis.call('LPOS', queue .. list, id) then return true end
  end
  local delayed = redis.call('ZSCORE', queue .. 'delayed', id)
  -- No job is delayed for so long, except by a worker of an earlier version whose clock was ahead.
  if delayed and tonumber(delayed) / ${DELAY_SCORE} > o.now + ${LONGEST_PAUSE_MS + SAME_CLOCK_MS} then return false end
  return (delayed or redis.call('ZSCORE', queue .. 'prioritized', id)) and true
end
if not drop_failed(h[3], v) and is_queued() then return 0 end
redis.call('ZREM', queue .. 'delayed', id)
redis.call('DEL', queue .. id)
enqueue(h[3], v)
return 1
`;
