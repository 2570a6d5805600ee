import type { Redis } from 'ioredis';

/** Redis uses its own clock, which a test cannot move: its data is made older instead. */
const AGE = `
local base, ms = ARGV[1], tonumber(ARGV[2])
local function is_of(key, name) return string.sub(key, #base + 2, #base + 1 + #name) == name end
for _, key in ipairs(redis.call('KEYS', base .. ':*')) do
  local kind = redis.call('TYPE', key).ok
  if kind == 'zset' and (is_of(key, 'due') or is_of(key, 'ended') or is_of(key, 'failed')) then
    for _, member in ipairs(redis.call('ZRANGE', key, 0, -1)) do redis.call('ZINCRBY', key, -ms, member) end
  elseif kind == 'hash' then
    for _, field in ipairs({'deadline', 'endedAt', 'timestamp'}) do
      if redis.call('HEXISTS', key, field) == 1 then redis.call('HINCRBY', key, field, -ms) end
    end
  end
  local left = redis.call('PTTL', key)
  if left > 0 then redis.call('PEXPIRE', key, left - ms) end
end
`;

/**
 * Makes a carrier's data in Redis older: turns, leases, waiting jobs, and everything that expires.
 * Pauses of jobs stay as they are.
 * @param prefix of the carrier
 */
export async function age(redis: Redis, prefix: string, ms: number): Promise<void> {
  await redis.eval(AGE, 1, `{${prefix}}`, `{${prefix}}`, ms);
}
