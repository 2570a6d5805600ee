import { bullFunction } from '../bullmq-scripts';
import { JOB_OPTIONS } from '../job-options';
import { luaConstant } from '../lua';

/**
 * Adds a hop's job within a script, with BullMQ's own script text, so that state and job are written atomically. A
 * contract test compares the result with that of `queue.add`.
 */
export function enqueueScript(): string {
  return `${bullFunction('addStandardJob')}
local function enqueue(service, v)
  local keys = queue_keys(service, {'wait', 'paused', 'meta', 'id', 'completed', 'delayed', 'active', 'events', 'marker'})
  local id = job_id(v)
  local options = ${luaConstant(JOB_OPTIONS)}
  options.jobId = id
  bull_addStandardJob(keys, {
    cmsgpack.pack({base .. ':' .. service .. ':', id, 'hop', o.now}),
    string.format('{"t":"%s","v":%d}', t, v),
    cmsgpack.pack(options)
  })
end
`;
}
