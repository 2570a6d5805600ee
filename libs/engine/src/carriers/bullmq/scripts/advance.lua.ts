import type { CarrierLimits } from '../../carrier';

/**
 * Commits a hop. `ARGV[2..]`: `2 * o.groups` names and values of the patch, then the events. `o.next` is `{step,
 * service}`; `o.last` is the end of the turn, at step `o.at`. If `o.job`, the job that delivered the hop, is set, it is
 * ended and the next one is taken in the same step. If `o.here` is set as well, this process also runs the next hop:
 * unless its queue forbids that, it is claimed for `o.here.token` in the same step, and put into no queue.
 * Replies `{code}`: 'ok', 'past', 'terminal', 'superseded', 'too_large' or 'cancelled'; followed by the result of
 * `complete` or `take_next`; and, if the next hop was claimed, by `{fence, now}`.
 */
export function advanceScript(limits: CarrierLimits): string {
  return `
local h = redis.call('HMGET', turn, 'status', 'v', 'f', 'e', 'bytes', 'deadline', 'step', 'cancel', 'due', 'a', 'd')
if h[1] ~= 'running' then return {'terminal'} end
if tonumber(h[2]) ~= o.v then return tonumber(h[2]) == o.v + 1 and claim_again(h[3]) or {'past'} end
if tonumber(h[3]) ~= o.f then return {'superseded'} end

-- Returns the code, and whether the next hop was claimed.
local function commit()
  local events = 2 + 2 * o.groups
  local bytes = tonumber(h[5])
  for i = 2, events - 1, 2 do
    bytes = bytes + #ARGV[i + 1] - redis.call('HSTRLEN', turn, ARGV[i])
  end
  local fits = not o.oversize and bytes <= ${limits.maxTurnBytes}
  local ends = h[8] or o.last or o.v + 1 >= ${limits.maxHops}
  local stays = fits and not ends and stays_here(h)
  if ends and fits then
    redis.call('HSET', turn, 'bytes', bytes, 'step', o.at or h[7], unpack(ARGV, 2, events - 1))
  elseif stays then
    -- As \`claim\` does for a first attempt.
    local e = math.max(o.now, (tonumber(h[4]) or last_id()) + 1)
    redis.call('HSET', turn, 'bytes', bytes, 'v', o.v + 1, 'a', 1, 'b', 0, 'p', 'shared', 'f', o.f + 1, 'by', o.here.token, 'e', e, 'step', o.next.step, 'service', o.next.service, unpack(ARGV, 2, events - 1))
  elseif fits then
    redis.call('HSET', turn, 'bytes', bytes, 'v', o.v + 1, 'a', 0, 'b', 0, 'p', '', 'step', o.next.step, 'service', o.next.service, unpack(ARGV, 2, events - 1))
  end
  if fits and not ends and h[11] then redis.call('HDEL', turn, 'd', 'l') end
  if ARGV[events] then log_from(tonumber(h[4]) or 0, number_before(o.v, tonumber(h[10])), o.n, { unpack(ARGV, events) }) end
  if h[8] then
    finish(protocol_end('cancelled'))
    redis.call('HSET', turn, 'v', o.v + 1)
    return 'cancelled'
  end
  if not fits then
    finish(protocol_end('tooLarge'))
    return 'too_large'
  end
  if ends then
    finish(o.last or protocol_end('tooManyHops'))
    redis.call('HSET', turn, 'v', o.v + 1)
    return 'ok'
  end
  move_due(h[6], h[9])
  if stays then hand_over() else enqueue(o.next.service, o.v + 1) end
  return 'ok', stays
end

local code, stays = commit()
if not o.job then return {code} end
if stays then
  local claimed = {o.f + 1, o.now}
  if not o.job.fetch then return {code, 0, claimed} end
  -- The next job of the queue stays where it is if this fails.
  local fine, taken = pcall(take_next, o.job)
  return {code, fine and taken or 0, claimed}
end
-- The commit is valid even if this fails: BullMQ finds the job unchanged, and the next claim of this version is refused.
local fine, ended = pcall(complete, o.job)
return {code, fine and ended}
`;
}
