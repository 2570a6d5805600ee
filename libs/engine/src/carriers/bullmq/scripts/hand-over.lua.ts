import { JOB_OPTIONS } from '../job-options';
import { luaConstant } from '../lua';

/**
 * Functions for a hop whose next one this process runs as well. They write what a worker of the next service would have
 * written, had the job been added and taken at once, so that its lock, its recovery and its retries are BullMQ's.
 *
 * `stays_here(h)`: may the next hop skip its queue? No if an operator paused or limited that queue, if other turns wait
 * in it and this one must give way (`o.here.yields`), or if this worker has lost the job of the hop that ends.
 * `hand_over()`: ends the job of this hop, and makes that of the next one, locked with `o.here.token`.
 * `claim_again(fence)`: the claim of a hand-over whose reply was lost with the connection; false if this commit made
 * none, or if its lock has lapsed since.
 * `take_next(job)`: fills the place of the job that ended, as BullMQ does when it ends one.
 */
export function handOverFunctions(): string {
  return `
local function stays_here(h)
  local here, job = o.here, o.job
  if not here or o.now >= tonumber(h[6]) then return false end
  local queue = base .. ':' .. o.next.service .. ':'
  local rules = redis.call('HMGET', queue .. 'meta', 'paused', 'concurrency', 'max')
  if rules[1] or rules[2] or rules[3] then return false end
  if here.yields and (redis.call('LLEN', queue .. 'wait') > 0 or redis.call('ZCARD', queue .. 'prioritized') > 0) then
    return false
  end
  if redis.call('GET', base .. ':' .. job.service .. ':' .. job.id .. ':lock') ~= job.token then return false end
  return redis.call('EXISTS', queue .. job_id(o.v + 1)) == 0
end

local function hand_over()
  local from = base .. ':' .. o.job.service .. ':'
  redis.call('DEL', from .. o.job.id, from .. o.job.id .. ':lock')
  redis.call('SREM', from .. 'stalled', o.job.id)
  redis.call('LREM', from .. 'active', -1, o.job.id)
  local to, id, now = base .. ':' .. o.next.service .. ':', job_id(o.v + 1), string.format('%d', o.now)
  redis.call('HSET', to .. id, 'name', 'hop', 'data', string.format('{"t":"%s","v":%d}', t, o.v + 1),
    'opts', string.format(${luaConstant(jobOptions())}, id), 'timestamp', now, 'delay', 0, 'priority', 0,
    'processedOn', now, 'ats', 1)
  redis.call('SET', to .. id .. ':lock', o.here.token, 'PX', o.job.lock)
  redis.call('LPUSH', to .. 'active', id)
end

local function claim_again(fence)
  if not o.here or redis.call('HGET', turn, 'by') ~= o.here.token then return false end
  if redis.call('GET', base .. ':' .. o.next.service .. ':' .. job_id(o.v + 1) .. ':lock') ~= o.here.token then return false end
  return {'ok', 0, {tonumber(fence), o.now}}
end

local function take_next(job)
  local keys = queue_keys(job.service, {'wait', 'prioritized', 'delayed'})
  if redis.call('LLEN', keys[1]) == 0 and redis.call('ZCARD', keys[2]) == 0 and redis.call('ZCARD', keys[3]) == 0 then return 0 end
  return take(job.service, job.token, job.lock)
end
`;
}

/** The options of a job as JSON, with `%s` in place of its id. */
function jobOptions(): string {
  return JSON.stringify({ ...JOB_OPTIONS, jobId: '%s' });
}
