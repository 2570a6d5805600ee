import { TURN_FORMAT } from '@quarry/turn';
import type { CarrierLimits } from '../../carrier';
import { RESET } from '../../event-id';
import { luaConstant } from '../lua';

/** A turn larger than this, in bytes, is read by a separate command, because a script copies its reply twice. */
const MOST_WITH_CLAIM = 16 * 1024;

/**
 * The function `claim(v, by)`: takes a version of the turn for one attempt. Returns `{'claimed', fence, attempt, hash,
 * now, failures}`, without the hash if it is large, or `{code}`. If a claim is sent again because its reply was lost
 * with the connection, its `by` identifies it, and it counts once.
 *
 * Fields of the turn, for its current version: `a`, attempts that started; `b`, those of them that do not count,
 * because they were handed back or ended with their process; `d` and `l`, how many ended with their process while it
 * ran other hops (`d`) or only this one (`l`); and `p`, the current attempt: 'shared', 'alone', or 'over' once it threw
 * or was handed back.
 */
export function claimFunction(limits: CarrierLimits): string {
  const suspectFrom = limits.maxAttempts - 1;
  return `
local function claimed(fence, h, bytes)
  local hash = tonumber(bytes) <= ${MOST_WITH_CLAIM} and redis.call('HGETALL', turn)
  return {'claimed', fence, h.a - h.b + h.d + h.l, hash, o.now, h.a - h.b - 1}
end

-- Counts an attempt that neither threw, nor was handed back, nor committed: its process died, or was considered dead.
local function count_death(h, p)
  if p == 'alone' then
    h.l, h.b = h.l + 1, h.b + 1
  elseif p == 'shared' then
    h.d, h.b = h.d + 1, h.b + 1
  elseif p ~= 'over' and h.a > h.b then
    -- Started by a process of an earlier version, which does not record how an attempt ended.
    h.d, h.b = h.d + h.a - h.b, h.a
  end
end

local function claim(v, by)
  local f = redis.call('HMGET', turn, 'status', 'v', 'a', 'deadline', 'f', 'by', 'bytes', 'b', 'cancel', 'format', 'e', 'p', 'd', 'l')
  if f[1] ~= 'running' then return {'terminal'} end
  if tonumber(f[2]) ~= v then return {'past'} end
  local h = { a = tonumber(f[3]), b = tonumber(f[8]) or 0, d = tonumber(f[13]) or 0, l = tonumber(f[14]) or 0 }
  if by and f[6] == by then return claimed(tonumber(f[5]), h, f[7]) end
  if o.now >= tonumber(f[4]) then
    finish(protocol_end('deadline'))
    return {'expired'}
  end
  if f[9] then
    finish(protocol_end('cancelled'))
    return {'cancelled'}
  end
  if tonumber(f[10]) > ${TURN_FORMAT} then return {'newer'} end
  count_death(h, f[12])
  if h.l >= ${limits.maxAttempts} or h.a - h.b >= ${limits.maxAttempts} then
    finish(protocol_end('poison'))
    return {'poison'}
  end
  -- A dying process takes all its hops with it: from now on, this hop runs alone in its process.
  local suspect = h.d >= ${suspectFrom}
  if suspect and not o.alone then
    redis.call('HSET', turn, 'b', h.b, 'd', h.d, 'l', h.l, 'p', 'over')
    return {'alone'}
  end
  h.a = h.a + 1
  local fence = tonumber(f[5]) + 1
  -- First part of this attempt's event ids: greater than any before, including those that Redis lost in a power failure.
  local e = math.max(o.now, (tonumber(f[11]) or last_id()) + 1)
  -- The turn is due since its commit: a watchdog that checks early finds the job, and does nothing.
  redis.call('HSET', turn, 'a', h.a, 'f', fence, 'by', by or '', 'e', e, 'p', suspect and 'alone' or 'shared')
  if h.d > 0 then redis.call('HSET', turn, 'b', h.b, 'd', h.d, 'l', h.l) end
  if h.a > 1 then
    local id, reset = string.format('%d-%d', e, number_before(v, h.a)), ${luaConstant(JSON.stringify(RESET))}
    redis.call('XADD', ev, id, 'at', o.now, 'b', reset)
    tell(id, reset)
  end
  return claimed(fence, h, f[7])
end
`;
}

export const CLAIM = `
return claim(o.v, o.by)
`;
