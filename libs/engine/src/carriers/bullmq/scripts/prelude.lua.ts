import { IN_EVENT_ID, type TurnEnd } from '@quarry/turn';
import type { CarrierLimits } from '../../carrier';
import { protocolEnds } from '../../ends';
import { DROPPED_AT_END } from '../../turn-fields';
import { luaConstant } from '../lua';
import { sealEnd } from '../sealed-end';

/** The server's clock decides: those of gateways and workers differ, and jump. A caller may pass another time. */
export const NOW = `if not o.now then
  local time = redis.call('TIME')
  o.now = time[1] * 1000 + math.floor(time[2] / 1000)
end
`;

/**
 * The start of every script of a turn. `KEYS[1]` is the turn; the other keys are derived from the same base, whose hash
 * tag keeps them on one node. `ARGV[1]` is a JSON object of named parameters; further ARGV belong to the script.
 * Constant parts are in the text, so that they are neither sent nor parsed again.
 */
export function prelude(base: string, limits: CarrierLimits): string {
  const ends = Object.entries<TurnEnd>({ ...protocolEnds(limits) }).map(
    ([name, end]) => `if name == '${name}' then return ${luaConstant({ ...sealEnd(end, limits) })} end`,
  );
  return `
local o = cjson.decode(ARGV[1])
${NOW}local base = ${luaConstant(base)}
local due, ended, failed = base .. ':due', base .. ':ended', base .. ':failed'
local t, turn, ev, live

-- Selects the turn for the functions below.
local function focus(id)
  t, turn, ev, live = id, base .. ':turn:' .. id, base .. ':ev:' .. id, base .. ':live:' .. id
end
if o.t then focus(o.t) end

-- An end that the protocol itself defines.
local function protocol_end(name)
  ${ends.join('\n  ')}
end

-- Both parts of the id of the log's last event.
local function last_id()
  local last = redis.call('XREVRANGE', ev, '+', '-', 'COUNT', 1)[1]
  if not last then return 0, 0 end
  local ms, seq = string.match(last[1], '^(%d+)-(%d+)$')
  return tonumber(ms), tonumber(seq)
end

-- Number that precedes the first event of an attempt.
local function number_before(v, attempt)
  return v * ${IN_EVENT_ID.version} + attempt * ${IN_EVENT_ID.attempt}
end

-- Publishes an event to the turn's followers. Without permission to publish, this fails silently, and they poll.
local function tell(id, body)
  redis.pcall('PUBLISH', live, string.format('%s %.0f %s', id, o.now, body))
end

-- Appends after the last event of the log. ms and seq are those of the appending attempt, if they are greater.
local function log_next(ms, seq, bodies)
  local m, s = last_id()
  if m >= ms then ms, seq = m, s end
  for i, body in ipairs(bodies) do
    local id = string.format('%d-%d', ms, seq + i)
    redis.call('XADD', ev, id, 'at', o.now, 'b', body)
    tell(id, body)
  end
end

-- Appends under the numbers from n on; after the last event if a number is taken or n is missing.
local function log_from(ms, before, n, bodies)
  if not n then return log_next(ms, before, bodies) end
  for i, body in ipairs(bodies) do
    local id = string.format('%d-%d', ms, before + n + i - 1)
    local added = redis.pcall('XADD', ev, id, 'at', o.now, 'b', body)
    if type(added) == 'table' and added.err then log_next(ms, before, { body }) else tell(id, body) end
  end
end

local function due_at(deadline)
  return math.min(o.now + ${limits.lookEveryMs}, tonumber(deadline))
end

-- Postpones the watchdog's next check if that is worth a write: an early check finds the job, and does nothing.
local function move_due(deadline, known)
  local at = due_at(deadline)
  if at - (tonumber(known) or 0) < ${limits.lookEveryMs / 4} then return end
  redis.call('ZADD', due, at, t)
  redis.call('HSET', turn, 'due', at)
end

-- Keys of a service's queue.
local function queue_keys(service, names)
  local keys = {}
  for i, name in ipairs(names) do keys[i] = base .. ':' .. service .. ':' .. name end
  return keys
end

local function job_id(v)
  return string.format('%s-%d', t, v)
end

-- Removes the job of a version if it failed for good; true if there was one.
local function drop_failed(service, v)
  local queue = base .. ':' .. service .. ':'
  if redis.call('ZREM', queue .. 'failed', job_id(v)) == 0 then return false end
  redis.call('DEL', queue .. job_id(v))
  return true
end

-- Ends the turn: outcome, last event, TTLs; and adds it to the ended turns. 'last' is { json, event, ttl, failed }.
local function finish(last)
  local h = redis.call('HMGET', turn, 'v', 'e', 'service', 'options', 'a')
  redis.call('HSET', turn, 'status', 'ended', 'end', last.json, 'endedAt', o.now)
  redis.call('HDEL', turn, ${DROPPED_AT_END.map(luaConstant).join(', ')})
  if last.failed and not cjson.decode(h[4] or '{}').measuring then
    redis.call('ZADD', failed, o.now, t)
    redis.call('ZREMRANGEBYSCORE', failed, '-inf', o.now - last.ttl)
    redis.call('PEXPIRE', failed, last.ttl)
  end
  redis.call('ZREM', due, t)
  redis.call('ZADD', ended, o.now, t)
  -- Kept for as long as the last of their documents.
  if redis.call('PTTL', ended) < last.ttl then redis.call('PEXPIRE', ended, last.ttl) end
  log_next(tonumber(h[2]) or 0, number_before(tonumber(h[1]), tonumber(h[5])), { last.event })
  redis.call('PEXPIRE', turn, last.ttl)
  redis.call('PEXPIRE', ev, last.ttl)
  drop_failed(h[3], tonumber(h[1]))
end
`;
}
