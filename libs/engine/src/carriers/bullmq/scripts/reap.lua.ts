import { LONGEST_PAUSE_MS } from '../../delivery';
import { SAME_CLOCK_MS } from '../clock';

/** BullMQ keeps a delayed job under its time in milliseconds, shifted by so many bits. */
const DELAY_SCORE = 0x1000;

/**
 * Looks after one due turn. Replies 1 where it was helped: its lost job added again, or its failed job revived; 2 where its
 * end was set because the deadline passed, or because it was cancelled and its hop did not end it. Else its next check is put off, or its stale due entry removed.
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
-- A job may be there and in no list: a Redis that is full refuses BullMQ's scripts in their middle.
local function is_queued()
  if redis.call('EXISTS', queue .. id) == 0 then return false end
  for _, list in ipairs({'active', 'wait', 'paused'}) do
    if redis.call('LPOS', queue .. list, id) then return true end
  end
  local delayed = redis.call('ZSCORE', queue .. 'delayed', id)
  -- Nobody delays a job for so long; a worker of an earlier version did whose clock was ahead.
  if delayed and tonumber(delayed) / ${DELAY_SCORE} > o.now + ${LONGEST_PAUSE_MS + SAME_CLOCK_MS} then return false end
  return (delayed or redis.call('ZSCORE', queue .. 'prioritized', id)) and true
end
if not drop_failed(h[3], v) and is_queued() then return 0 end
redis.call('ZREM', queue .. 'delayed', id)
redis.call('DEL', queue .. id)
enqueue(h[3], v)
return 1
`;
