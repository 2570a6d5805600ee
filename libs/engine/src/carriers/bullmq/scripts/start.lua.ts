/**
 * Accepts a turn once. `ARGV[2..]`: fields of the hash.
 * Replies `{turn id, 1}` where the id or the idempotency key is known already, else `{turn id, 0}`.
 */
export const START = `
if o.idem then
  local known = redis.call('GET', o.idem)
  if known then return {known, 1} end
end
if redis.call('EXISTS', turn) == 1 then return {o.t, 1} end
redis.call('HSET', turn, 'v', 0, 'f', 0, 'a', 0, 'status', 'running', 'step', o.step, 'service', o.service,
  'bytes', o.bytes, unpack(ARGV, 2))
if o.idem then redis.call('SET', o.idem, o.t, 'PX', o.idemTtl) end
redis.call('ZADD', due, due_at(o.deadline), o.t)
log_next(0, o.event)
if o.recent then
  -- Scores grow strictly, so that turns of one millisecond keep their order.
  local newest = redis.call('ZREVRANGE', o.recent, 0, 0, 'WITHSCORES')[2]
  redis.call('ZADD', o.recent, newest and math.max(o.now, tonumber(newest) + 0.001) or o.now, o.t)
  redis.call('ZREMRANGEBYSCORE', o.recent, '-inf', o.now - o.recentTtl)
  redis.call('ZREMRANGEBYRANK', o.recent, 0, -o.recentMax - 1)
  redis.call('PEXPIRE', o.recent, o.recentTtl)
end
enqueue(o.service, 0)
return {o.t, 0}
`;
