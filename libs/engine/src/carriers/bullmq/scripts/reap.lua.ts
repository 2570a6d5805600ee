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
  return (redis.call('ZSCORE', queue .. 'delayed', id) or redis.call('ZSCORE', queue .. 'prioritized', id)) and true
end
if not drop_failed(h[3], v) and is_queued() then return 0 end
redis.call('DEL', queue .. id)
enqueue(h[3], v)
return 1
`;
