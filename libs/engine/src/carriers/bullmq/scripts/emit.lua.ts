/**
 * Appends events of a running attempt, `ARGV[2..]`, under their own ids; the first has number `o.n`. If an id is not
 * greater than the last one, the event was sent before: Redis refuses it, which counts as success.
 */
export const EMIT = `
local h = redis.call('HMGET', turn, 'status', 'v', 'f', 'e', 'a')
if h[1] ~= 'running' or tonumber(h[2]) ~= o.v or tonumber(h[3]) ~= o.f then return 'superseded' end
for i = 2, #ARGV do
  local id = string.format('%d-%d', tonumber(h[4]) or 0, number_before(o.v, tonumber(h[5])) + o.n + i - 2)
  local added = redis.pcall('XADD', ev, id, 'at', o.now, 'b', ARGV[i])
  if type(added) ~= 'table' or not added.err then
    tell(id, ARGV[i])
  elseif not string.find(added.err, 'equal or smaller', 1, true) then
    return added
  end
end
return 'ok'
`;
