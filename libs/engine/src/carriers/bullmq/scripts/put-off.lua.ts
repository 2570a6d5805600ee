import { bullFunction } from '../bullmq-scripts';

/**
 * Delays a job as BullMQ does, but by the server's clock: `o.ms` milliseconds from now. `o.id` is the job, held with
 * `o.token`; `o.fields` are names and values for its hash. With `o.counts`, its handler threw: that uses up a delivery
 * and ends the attempt of its hop, `o.t` and `o.v`.
 * Replies as BullMQ does: 0, or a negative number if this worker no longer holds the job.
 */
export function putOffScript(): string {
  return `${bullFunction('moveToDelayed')}
local names = {'marker', 'active', 'prioritized', 'delayed', o.id, 'events', 'meta', 'stalled', 'wait', 'limiter', 'pc'}
local fields = #o.fields > 0 and cmsgpack.pack(o.fields) or ''
local code = bull_moveToDelayed(queue_keys(o.service, names), {
  base .. ':' .. o.service .. ':', string.format('%d', o.now), o.id, o.token, string.format('%d', o.ms), o.counts and '0' or '1', fields, '0', ''
})
if code == 0 and o.t then
  focus(o.t)
  local h = redis.call('HMGET', turn, 'status', 'v')
  if h[1] == 'running' and tonumber(h[2]) == o.v then redis.call('HSET', turn, 'p', 'over') end
end
return code
`;
}
