/**
 * Marks an ended turn as deleted, and removes it from the list `o.recent`. Replies 1, or 0 if it runs or is unknown.
 */
export const HIDE = `
local h = redis.call('HMGET', turn, 'status', 'tenant')
if h[1] ~= 'ended' or h[2] ~= o.tenant then return 0 end
redis.call('HSET', turn, 'hidden', 1)
redis.call('ZREM', o.recent, t)
return 1
`;
