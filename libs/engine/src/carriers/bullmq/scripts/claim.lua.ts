import { TURN_FORMAT } from '@quarry/turn';
import type { CarrierLimits } from '../../carrier';
import { RESET } from '../../event-id';
import { luaConstant } from '../lua';

/** A turn of more bytes than this is read by a command of its own: a script copies what it gives twice. */
const MOST_WITH_CLAIM = 16 * 1024;

/**
 * The function `claim(v, by)`: takes a version of the turn for one attempt. Gives `{'claimed', fence, attempt, hash, now}`, without the hash where it is long,
 * or `{code}`. A claim that is sent again, since
 * its reply was lost with the connection, is told by its `by` and counts once.
 */
export function claimFunction(limits: CarrierLimits): string {
  return `
local function claimed(fence, attempt, bytes)
  local hash = tonumber(bytes) <= ${MOST_WITH_CLAIM} and redis.call('HGETALL', turn)
  return {'claimed', fence, attempt, hash, o.now}
end

-- A hop that kills its process takes along those that run beside it, and all of them are delivered again. So that they do not lose their last attempt by that, the last
-- attempts of hops whose process died run one at a time, whichever process has them.
local function may_be_last(service, v)
  if not redis.call('HGET', base .. ':' .. service .. ':' .. job_id(v), 'stc') then return true end
  local holder = redis.call('GET', last_attempt)
  if holder and holder ~= t then
    local h = redis.call('HMGET', base .. ':turn:' .. holder, 'status', 'a', 'b')
    if h[1] == 'running' and tonumber(h[2]) - (tonumber(h[3]) or 0) >= ${limits.maxAttempts} then return false end
  end
  redis.call('SET', last_attempt, t, 'PX', ${limits.hopBudgetMs})
  return true
end

local function claim(v, by)
  local h = redis.call('HMGET', turn, 'status', 'v', 'a', 'deadline', 'f', 'by', 'bytes', 'b', 'cancel', 'format', 'e', 'service')
  local back = tonumber(h[8]) or 0
  if h[1] ~= 'running' then return {'terminal'} end
  if tonumber(h[2]) ~= v then return {'past'} end
  if by and h[6] == by then return claimed(tonumber(h[5]), tonumber(h[3]) - back, h[7]) end
  if o.now >= tonumber(h[4]) then
    finish(protocol_end('deadline'))
    return {'expired'}
  end
  if h[9] then
    finish(protocol_end('cancelled'))
    return {'cancelled'}
  end
  if tonumber(h[10]) > ${TURN_FORMAT} then return {'newer'} end
  if tonumber(h[3]) - back >= ${limits.maxAttempts} then
    finish(protocol_end('poison'))
    return {'poison'}
  end
  if tonumber(h[3]) - back + 1 >= ${limits.maxAttempts} and not may_be_last(h[12], v) then return {'later'} end
  local attempt, fence = tonumber(h[3]) + 1, tonumber(h[5]) + 1
  -- What the ids of this attempt begin with: greater than that of any before, those included that Redis lost with its power.
  local e = math.max(o.now, (tonumber(h[11]) or last_id()) + 1)
  -- The turn is due since its commit: a watchdog that comes early finds the job there, and goes.
  redis.call('HSET', turn, 'a', attempt, 'f', fence, 'by', by or '', 'e', e)
  if attempt > 1 then
    redis.call('XADD', ev, string.format('%d-%d', e, number_before(v, attempt)), 'at', o.now, 'b', ${luaConstant(JSON.stringify(RESET))})
  end
  return claimed(fence, attempt - back, h[7])
end
`;
}

export const CLAIM = `
return claim(o.v, o.by)
`;
