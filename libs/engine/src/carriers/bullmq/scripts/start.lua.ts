import { SAME_CLOCK_MS } from '../clock';

/**
 * Accepts a turn once. `ARGV[2..]`: fields of the hash.
 * Replies `{turn id, 1}` if the id or the idempotency key is already known, or if `o.retries` was retried before; `{'',
 * 2}` if that is not a failed turn; otherwise `{turn id, 0}`.
 */
export const START = `
local retried = o.retries and base .. ':turn:' .. o.retries
if retried then
  local h = redis.call('HMGET', retried, 'status', 'retriedAs', 'end')
  if h[2] then return {h[2], 1} end
  if h[1] ~= 'ended' or cjson.decode(h[3]).outcome ~= 'failed' then return {'', 2} end
end
if o.idem then
  local known = redis.call('GET', o.idem)
  if known then return {known, 1} end
end
if redis.call('EXISTS', turn) == 1 then return {t, 1} end
-- From the asker's clock to the server's, if they differ.
local ahead = o.now - o.sentAt
if math.abs(ahead) < ${SAME_CLOCK_MS} then ahead = 0 end
local deadline = o.deadline + ahead
redis.call('HSET', turn, 'v', 0, 'f', 0, 'a', 0, 'e', o.now, 'status', 'running', 'step', o.step, 'service', o.service,
  'bytes', o.bytes, unpack(ARGV, 2))
if ahead ~= 0 then
  redis.call('HSET', turn, 'askedAt', string.format('%d', o.askedAt + ahead), 'deadline', string.format('%d', deadline))
end
if o.idem then redis.call('SET', o.idem, t, 'PX', o.idemTtl) end
move_due(deadline)
log_next(o.now, 0, { o.event })
if o.recent then
  -- Scores grow strictly, so that turns of one millisecond keep their order.
  local newest = redis.call('ZREVRANGE', o.recent, 0, 0, 'WITHSCORES')[2]
  redis.call('ZADD', o.recent, newest and math.max(o.now, tonumber(newest) + 0.001) or o.now, t)
  redis.call('ZREMRANGEBYSCORE', o.recent, '-inf', o.now - o.recentTtl)
  redis.call('ZREMRANGEBYRANK', o.recent, 0, -o.recentMax - 1)
  redis.call('PEXPIRE', o.recent, o.recentTtl)
end
enqueue(o.service, 0)
if retried then
  redis.call('HSET', retried, 'retriedAs', t)
  redis.call('ZREM', failed, o.retries)
end
return {t, 0}
`;
