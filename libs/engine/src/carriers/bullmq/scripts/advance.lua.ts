/**
 * Commits a hop. `ARGV[2..]`: the groups of the patch. `o.next` is `{step, service}`, `o.last` the end of the turn, at step `o.at`.
 * Replies 'ok', 'past', 'terminal', 'superseded' or 'too_large'.
 */
export const ADVANCE = `
local h = redis.call('HMGET', turn, 'status', 'v', 'f', 'a', 'bytes', 'deadline')
if h[1] ~= 'running' then return 'terminal' end
if tonumber(h[2]) ~= o.v then return 'past' end
if tonumber(h[3]) ~= o.f then return 'superseded' end
local bytes = tonumber(h[5])
for i = 2, #ARGV, 2 do
  bytes = bytes + #ARGV[i + 1] - redis.call('HSTRLEN', turn, ARGV[i])
end
if o.oversize or bytes > o.maxTurnBytes then
  finish(o.tooLarge)
  return 'too_large'
end
redis.call('HSET', turn, 'bytes', bytes, unpack(ARGV, 2))
for _, body in ipairs(o.events) do log_next(o.v * 1000 + tonumber(h[4]), body) end
if o.last or o.v + 1 >= o.maxHops then
  if o.at then redis.call('HSET', turn, 'step', o.at) end
  finish(o.last or o.tooManyHops)
  redis.call('HSET', turn, 'v', o.v + 1)
  return 'ok'
end
redis.call('HSET', turn, 'v', o.v + 1, 'a', 0, 'step', o.next.step, 'service', o.next.service)
redis.call('ZADD', due, due_at(h[6]), o.t)
enqueue(o.next.service, o.v + 1)
return 'ok'
`;
