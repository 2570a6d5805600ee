import { CANCEL_GRACE_MS } from '../../carrier';

/**
 * Ends a running turn as cancelled. Where a hop of it runs, it is asked to do that, in whatever process, and the turn becomes due for the watchdog in case it
 * does not; `o.force` asks nobody. Replies 1 where it ended, 2 where its hop was asked, 0 where it was over or unknown.
 */
export const CANCEL = `
local h = redis.call('HMGET', turn, 'status', 'v', 'service')
if h[1] ~= 'running' then return 0 end
if not o.force and redis.call('LPOS', base .. ':' .. h[3] .. ':active', job_id(tonumber(h[2]))) then
  redis.call('HSET', turn, 'cancel', o.now)
  redis.call('ZADD', due, o.now + ${CANCEL_GRACE_MS}, t)
  -- Who may not publish goes without: a hop asks each second whether it still holds its turn.
  redis.pcall('PUBLISH', base .. ':cancelled', t)
  return 2
end
finish(protocol_end('cancelled'))
return 1
`;
