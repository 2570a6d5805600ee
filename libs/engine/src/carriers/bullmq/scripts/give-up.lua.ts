/**
 * Called after the last delivery of a job threw `o.error`. If the turn still waits for that version, it becomes due at
 * once, so that the watchdog gives it a new job. If it continued or is over, the failed job is an orphan and is
 * removed.
 */
export const GIVE_UP = `
local h = redis.call('HMGET', turn, 'status', 'v')
if h[1] == 'running' and tonumber(h[2]) == o.v then
  redis.call('ZADD', due, 'XX', 0, t)
  redis.call('HSET', turn, 'error', o.error, 'p', 'over')
else
  drop_failed(o.service, o.v)
end
return 1
`;
