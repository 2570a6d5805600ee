import { ATTEMPTS_PER_VERSION } from '../../event-id';

/**
 * Ends an attempt that is to count as none, such as a claim that nobody asked for, or a hop whose process ends. Where `o.told`, the next one begins with
 * a reset, which is why those that were given back are counted apart. Replies 1, or 0 where the attempt does not hold the turn.
 */
export const GIVE_BACK = `
local h = redis.call('HMGET', turn, 'status', 'v', 'f', 'a', 'p')
if h[1] ~= 'running' or tonumber(h[2]) ~= o.v or tonumber(h[3]) ~= o.f then return 0 end
if tonumber(h[4]) >= ${ATTEMPTS_PER_VERSION / 2} then return 0 end
-- Not even the event that a further attempt begins with is in the log.
if not o.told and tonumber(h[4]) == 1 then
  redis.call('HSET', turn, 'a', 0, 'b', 0)
elseif h[5] ~= 'over' then
  redis.call('HINCRBY', turn, 'b', 1)
end
redis.call('HSET', turn, 'f', o.f + 1, 'by', '', 'p', 'over')
return 1
`;
