/** Takes a version for one attempt. Replies `{'claimed', fence, attempt, hash}`, or `{code}`. */
export const CLAIM = `
local h = redis.call('HMGET', turn, 'status', 'v', 'a', 'deadline')
if h[1] ~= 'running' then return {'terminal'} end
if tonumber(h[2]) ~= o.v then return {'past'} end
if o.now >= tonumber(h[4]) then
  finish(o.expired)
  return {'expired'}
end
if tonumber(h[3]) >= o.maxAttempts then
  finish(o.poison)
  return {'poison'}
end
local attempt = redis.call('HINCRBY', turn, 'a', 1)
local fence = redis.call('HINCRBY', turn, 'f', 1)
redis.call('ZADD', due, due_at(h[4]), o.t)
if attempt > 1 then
  redis.call('XADD', ev, string.format('%d-0', o.v * 1000 + attempt), 'at', o.now, 'b', o.reset)
end
return {'claimed', fence, attempt, redis.call('HGETALL', turn)}
`;
