/**
 * How queues stand, in one round trip: for each of `o.services` `{waiting, active, delayed, failed, when the oldest was added}`, the last in
 * milliseconds since the epoch, 0 where none waits. BullMQ adds jobs at the head of a list and takes them from its tail.
 */
export const QUEUES = `
local o = cjson.decode(ARGV[1])
local states = {}
for i, service in ipairs(o.services) do
  local queue = o.base .. ':' .. service .. ':'
  local oldest = redis.call('LINDEX', queue .. 'wait', -1)
  states[i] = {
    redis.call('LLEN', queue .. 'wait') + redis.call('LLEN', queue .. 'paused'),
    redis.call('LLEN', queue .. 'active'),
    redis.call('ZCARD', queue .. 'delayed'),
    redis.call('ZCARD', queue .. 'failed'),
    oldest and tonumber(redis.call('HGET', queue .. oldest, 'timestamp') or 0) or 0
  }
end
return states
`;
