import { NOW } from './prelude.lua';

/**
 * Says that the process `o.id` runs nothing and could run hops of `o.services`, for the next `o.ms` milliseconds. Busy
 * processes read it when they hand a turn over.
 */
export const IDLE = `
local o = cjson.decode(ARGV[1])
${NOW}for _, service in ipairs(o.services) do
  local idle = o.base .. ':' .. service .. ':idle'
  redis.call('ZREMRANGEBYSCORE', idle, '-inf', o.now)
  redis.call('ZADD', idle, o.now + o.ms, o.id)
  redis.call('PEXPIRE', idle, o.ms)
end
`;
