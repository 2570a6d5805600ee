import { addStandardJob } from '../add-standard-job';

/**
 * Adds a hop's job from inside a script, by the text that BullMQ itself ships, so that state and job are one atomic
 * write. A contract test compares what it leaves with what `queue.add` leaves.
 */
export function enqueueScript(): string {
  return `
local function bull_add(KEYS, ARGV)
${addStandardJob()}
end

local function enqueue(service, v)
  local queue = o.base .. ':' .. service .. ':'
  local keys = {}
  for i, name in ipairs({'wait', 'paused', 'meta', 'id', 'completed', 'delayed', 'active', 'events', 'marker'}) do
    keys[i] = queue .. name
  end
  local id = job_id(v)
  local options = cjson.decode(o.jobOptions)
  options.jobId = id
  bull_add(keys, {
    cmsgpack.pack({queue, id, 'hop', o.now}),
    string.format('{"t":"%s","v":%d}', o.t, v),
    cmsgpack.pack(options)
  })
end
`;
}
