/**
 * Ends a running turn as cancelled. If a hop of it runs, in any process, that hop is asked to end it, and the turn
 * becomes due for the watchdog after `o.graceMs` in case the hop does not. `o.force` ends it at once. Replies 1 if it
 * ended, 2 if its hop was asked, 0 if it was over or unknown.
 */
export const CANCEL = `
local h = redis.call('HMGET', turn, 'status', 'v', 'service')
if h[1] ~= 'running' then return 0 end
if not o.force and redis.call('LPOS', base .. ':' .. h[3] .. ':active', job_id(tonumber(h[2]))) then
  redis.call('HSET', turn, 'cancel', o.now)
  redis.call('ZADD', due, o.now + o.graceMs, t)
  -- Without permission to publish, this fails silently: a hop checks every second whether it still holds its turn.
  redis.pcall('PUBLISH', base .. ':cancelled', t)
  return 2
end
finish(protocol_end('cancelled'))
return 1
`;
