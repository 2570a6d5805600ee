/**
 * The status of queues, in one round trip: for each of `o.services` `{waiting, active, delayed, failed, wait of the
 * oldest}`, the last in milliseconds by the server's clock, or 0 if none waits. BullMQ adds jobs at the head of a list
 * and takes them from its tail.
 */
export const QUEUES = `
local o = cjson.decode(ARGV[1])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local states = {}
for i, service in ipairs(o.services) do
  local queue = o.base .. ':' .. service .. ':'
  local oldest = redis.call('LINDEX', queue .. 'wait', -1)
  states[i] = {
    redis.call('LLEN', queue .. 'wait') + redis.call('LLEN', queue .. 'paused'),
    redis.call('LLEN', queue .. 'active'),
    redis.call('ZCARD', queue .. 'delayed'),
    redis.call('ZCARD', queue .. 'failed'),
    oldest and math.max(0, now - tonumber(redis.call('HGET', queue .. oldest, 'timestamp') or now)) or 0
  }
end
return states
`;
