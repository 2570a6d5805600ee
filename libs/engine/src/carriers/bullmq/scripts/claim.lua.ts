import type { CarrierLimits } from '../../carrier';
import { RESET } from '../../event-id';
import { luaConstant } from '../lua';

/**
 * The function `claim(v, by)`: takes a version of the turn for one attempt. Gives `{'claimed', fence, attempt, hash}`, or `{code}`. A claim that is sent again, since
 * its reply was lost with the connection, is told by its `by` and counts once.
 */
export function claimFunction(limits: CarrierLimits): string {
  return `
local function claim(v, by)
  local h = redis.call('HMGET', turn, 'status', 'v', 'a', 'deadline', 'f', 'by')
  if h[1] ~= 'running' then return {'terminal'} end
  if tonumber(h[2]) ~= v then return {'past'} end
  if by and h[6] == by then return {'claimed', tonumber(h[5]), tonumber(h[3]), redis.call('HGETALL', turn)} end
  if o.now >= tonumber(h[4]) then
    finish(protocol_end('deadline'))
    return {'expired'}
  end
  if tonumber(h[3]) >= ${limits.maxAttempts} then
    finish(protocol_end('poison'))
    return {'poison'}
  end
  local attempt = redis.call('HINCRBY', turn, 'a', 1)
  local fence = redis.call('HINCRBY', turn, 'f', 1)
  redis.call('ZADD', due, due_at(h[4]), t)
  if by then redis.call('HSET', turn, 'by', by) end
  if attempt > 1 then
    redis.call('XADD', ev, string.format('%d-0', v * 1000 + attempt), 'at', o.now, 'b', ${luaConstant(JSON.stringify(RESET))})
  end
  return {'claimed', fence, attempt, redis.call('HGETALL', turn)}
end
`;
}

export const CLAIM = `
return claim(o.v, o.by)
`;
