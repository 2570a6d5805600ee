import { bullFunction } from '../bullmq-scripts';

/**
 * The function `complete(job)`: ends the committed job as BullMQ does, and takes the next one if `job.fetch` is set.
 * `job` is `{service, id, token, lock, fetch}`. Returns false if BullMQ refuses because another worker now holds the
 * job, which is then unchanged; or 0; or BullMQ's reply for the next job with its claim.
 */
export function completeFunction(): string {
  return `${bullFunction('moveToFinished')}
local function complete(job)
  local queue = base .. ':' .. job.service .. ':'
  local names = {'wait', 'active', 'prioritized', 'events', 'stalled', 'limiter', 'delayed', 'paused', 'meta', 'pc', 'completed', job.id, 'metrics:completed', 'marker'}
  local options = { token = job.token, keepJobs = { count = 0 }, lockDuration = job.lock, maxMetricsSize = '' }
  local ended = bull_moveToFinished(queue_keys(job.service, names), {
    job.id, string.format('%d', o.now), 'returnvalue', 'null', 'completed', job.fetch and '1' or '0', queue, cmsgpack.pack(options), ''
  })
  if type(ended) == 'number' and ended < 0 then return false end
  return with_claim(job.service, ended)
end
`;
}
