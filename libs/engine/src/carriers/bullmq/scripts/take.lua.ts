import { bullFunction } from '../bullmq-scripts';

/**
 * The function `with_claim(service, taken)`: BullMQ's reply for a taken job, followed by whether it was the last of the
 * queue, and by `claim, turn, version`, because its hop is claimed as well.
 * A job in another format is not claimed here: the process that receives it claims or refuses it.
 */
export const WITH_CLAIM = `
local function with_claim(service, taken)
  if type(taken) ~= 'table' then return taken end
  -- A duration, not a time, because the receiver may have another clock.
  if taken[4] > 0 then taken[4] = math.max(1, taken[4] - o.now) end
  if type(taken[1]) ~= 'table' then return taken end
  local rest = queue_keys(service, {'wait', 'prioritized', 'delayed', 'marker'})
  local last = redis.call('LLEN', rest[1]) == 0 and redis.call('ZCARD', rest[2]) == 0 and redis.call('ZCARD', rest[3]) == 0
  -- BullMQ sets the queue's marker whenever it takes a job. If no job is left, that would wake a worker for nothing.
  if last then redis.call('ZREM', rest[4], '0') end
  taken[5] = last and 1 or 0
  local hash = taken[1]
  for i = 1, #hash, 2 do
    if hash[i] == 'data' then
      local id, v = string.match(hash[i + 1], '^{"t":"([%w_-]+)","v":(%d+)}$')
      if not id or #id > 64 or #v > 9 then return taken end
      focus(id)
      -- The job is already taken: an error here occurs again, and is reported, when the job is delivered.
      local fine, claimed = pcall(claim, tonumber(v))
      if fine then taken[6], taken[7], taken[8] = claimed, id, tonumber(v) end
      return taken
    end
  end
  return taken
end
`;

/**
 * The function `take(service, token, lock)`: takes the next job of a queue as BullMQ does, and claims its hop. Returns
 * `{fields, job, limit, delay, last, claim, turn, version}`; without fields if there is no job.
 */
export function takeFunction(): string {
  return `${bullFunction('moveToActive')}
local function take(service, token, lock)
  return with_claim(service, bull_moveToActive(
    queue_keys(service, {'wait', 'active', 'prioritized', 'events', 'stalled', 'limiter', 'delayed', 'paused', 'meta', 'pc', 'marker'}),
    { base .. ':' .. service .. ':', string.format('%d', o.now), cmsgpack.pack({ token = token, lockDuration = lock }) }))
end
`;
}

/** Takes the next job of the queue of `o.service`, and claims its hop in the same round trip. */
export const TAKE = `
return take(o.service, o.token, o.lock)
`;
