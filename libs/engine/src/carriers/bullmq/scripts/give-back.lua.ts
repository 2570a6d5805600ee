import { ATTEMPTS_PER_VERSION } from '../../event-id';

/**
 * Ends an attempt that must not count, such as a claim that no handler asked for, or a hop whose process ends. With
 * `o.told`, the next attempt starts with a reset, which is why given-back attempts are counted separately. Replies 1,
 * or 0 if the attempt no longer holds the turn.
 */
export const GIVE_BACK = `
local h = redis.call('HMGET', turn, 'status', 'v', 'f', 'a', 'p')
if h[1] ~= 'running' or tonumber(h[2]) ~= o.v or tonumber(h[3]) ~= o.f then return 0 end
if tonumber(h[4]) >= ${ATTEMPTS_PER_VERSION / 2} then return 0 end
-- The log has no event of this attempt, not even the one with which a further attempt starts.
if not o.told and tonumber(h[4]) == 1 then
  redis.call('HSET', turn, 'a', 0, 'b', 0)
elseif h[5] ~= 'over' then
  redis.call('HINCRBY', turn, 'b', 1)
end
redis.call('HSET', turn, 'f', o.f + 1, 'by', '', 'p', 'over')
return 1
`;
