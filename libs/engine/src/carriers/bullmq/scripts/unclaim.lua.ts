/** Hands back a claim that nobody asked for: it was no attempt. */
export const UNCLAIM = `
local h = redis.call('HMGET', turn, 'status', 'v', 'f')
if h[1] ~= 'running' or tonumber(h[2]) ~= o.v or tonumber(h[3]) ~= o.f then return 0 end
redis.call('HINCRBY', turn, 'a', -1)
return 1
`;
