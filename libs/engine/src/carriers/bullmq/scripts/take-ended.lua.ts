import { NOW } from './prelude.lua';

/**
 * Leases up to `o.limit` ended turns for `o.leaseMs`, longest waiting first. Their scores are when they may be handed
 * out again. Turns whose document has expired are removed.
 */
export const TAKE_ENDED = `
local o = cjson.decode(ARGV[1])
${NOW}local ended, taken = o.base .. ':ended', {}
for _, id in ipairs(redis.call('ZRANGEBYSCORE', ended, '-inf', o.now, 'LIMIT', 0, o.limit)) do
  if redis.call('EXISTS', o.base .. ':turn:' .. id) == 1 then
    redis.call('ZADD', ended, o.now + o.leaseMs, id)
    taken[#taken + 1] = id
  else
    redis.call('ZREM', ended, id)
  end
end
return taken
`;
