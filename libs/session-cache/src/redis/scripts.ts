/**
 * `KEYS[1]` is the session's hash (`v` version, `body`, `stamp` of the index, `at` last access, `exp` expiry),
 * `KEYS[2]` the sorted set of the tenant's sessions by last access. Both carry one hash tag, so that a cluster keeps
 * them on one node.
 */

/**
 * Returns the body of a session that has not expired and belongs to that index, and counts as an access. `ARGV`: now,
 * stamp, time to live in ms.
 */
export const RECALL = `
local h = redis.call('HMGET', KEYS[1], 'body', 'exp', 'stamp')
local now, ttl = tonumber(ARGV[1]), tonumber(ARGV[3])
if not h[1] or tonumber(h[2]) <= now or h[3] ~= ARGV[2] then return false end
redis.call('HSET', KEYS[1], 'at', ARGV[1], 'exp', string.format('%.0f', now + ttl))
redis.call('PEXPIRE', KEYS[1], ttl)
redis.call('ZADD', KEYS[2], now, KEYS[1])
return h[1]
`;

/**
 * Stores a session if its version is still the one that was read; returns 0 if another writer was faster. Evicts the
 * tenant's sessions above the limit, accessed longest ago first. `ARGV`: version read, new version, body, stamp, now,
 * expiry, time to live in ms, most sessions.
 */
export const STORE = `
if (redis.call('HGET', KEYS[1], 'v') or '') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'v', ARGV[2], 'body', ARGV[3], 'stamp', ARGV[4], 'at', ARGV[5], 'exp', ARGV[6])
redis.call('PEXPIRE', KEYS[1], ARGV[7])
redis.call('ZADD', KEYS[2], ARGV[5], KEYS[1])
if redis.call('PTTL', KEYS[2]) < tonumber(ARGV[7]) then redis.call('PEXPIRE', KEYS[2], ARGV[7]) end
local over = redis.call('ZCARD', KEYS[2]) - tonumber(ARGV[8])
if over > 0 then
  for _, key in ipairs(redis.call('ZRANGE', KEYS[2], 0, over - 1)) do redis.call('DEL', key) end
  redis.call('ZREMRANGEBYRANK', KEYS[2], 0, over - 1)
end
return 1
`;

/** Deletes a session; returns its expiry, or false if it did not exist. */
export const FORGET = `
local exp = redis.call('HGET', KEYS[1], 'exp')
redis.call('DEL', KEYS[1])
redis.call('ZREM', KEYS[2], KEYS[1])
return exp
`;
