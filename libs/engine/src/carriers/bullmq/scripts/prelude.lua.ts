/**
 * What every script begins with. `KEYS[1]` is the turn; the other keys are made here from the same base, whose hash tag
 * keeps them on one node. `ARGV[1]` is a JSON object of named parameters, further ARGV are the script's own.
 */
export const PRELUDE = `
local o = cjson.decode(ARGV[1])
local turn, ev, due = KEYS[1], o.base .. ':ev:' .. o.t, o.base .. ':due'
local ended, failed = o.base .. ':ended', o.base .. ':failed'

-- Appends after the last event of the log; ms is the id's first part where that is greater.
local function log_next(ms, body)
  local seq = 1
  local last = redis.call('XREVRANGE', ev, '+', '-', 'COUNT', 1)[1]
  if last then
    local m, s = string.match(last[1], '^(%d+)-(%d+)$')
    if tonumber(m) >= ms then ms, seq = tonumber(m), tonumber(s) + 1 end
  end
  redis.call('XADD', ev, string.format('%d-%d', ms, seq), 'at', o.now, 'b', body)
end

local function due_at(deadline)
  return math.min(o.now + o.hopBudgetMs, tonumber(deadline))
end

local function job_id(v)
  return string.format('%s-%d', o.t, v)
end

-- Removes the job of a version if it failed for good; true if there was one.
local function drop_failed(service, v)
  local queue = o.base .. ':' .. service .. ':'
  if redis.call('ZREM', queue .. 'failed', job_id(v)) == 0 then return false end
  redis.call('DEL', queue .. job_id(v))
  return true
end

-- Ends the turn: outcome, last event, TTLs; and puts it where somebody deals with it. 'last' is { json, event, ttl, failed }.
local function finish(last)
  local h = redis.call('HMGET', turn, 'v', 'a', 'service', 'options')
  redis.call('HSET', turn, 'status', 'ended', 'end', last.json, 'endedAt', o.now, 'context', 'null', 'reply', 'null')
  if last.failed and not cjson.decode(h[4] or '{}').measuring then
    redis.call('ZADD', failed, o.now, o.t)
    redis.call('ZREMRANGEBYSCORE', failed, '-inf', o.now - last.ttl)
    redis.call('PEXPIRE', failed, last.ttl)
  end
  redis.call('ZREM', due, o.t)
  redis.call('ZADD', ended, o.now, o.t)
  -- Kept for as long as the last of their documents.
  if redis.call('PTTL', ended) < last.ttl then redis.call('PEXPIRE', ended, last.ttl) end
  log_next(tonumber(h[1]) * 1000 + tonumber(h[2]), last.event)
  redis.call('PEXPIRE', turn, last.ttl)
  redis.call('PEXPIRE', ev, last.ttl)
  drop_failed(h[3], tonumber(h[1]))
end
`;
