import { NOW } from './prelude.lua';

/**
 * Lends up to `o.limit` ended turns, longest waiting first, for `o.leaseMs`: their scores are when they may be handed out again. Those whose
 * document is no longer kept are forgotten.
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
