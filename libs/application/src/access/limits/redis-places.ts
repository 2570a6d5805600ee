import type { Redis } from 'ioredis';
import { defined } from '@quarry/turn';
import { OLDEST, type Place, type Places, type Wanted } from './places';

/** The script returns numbers as strings, because Redis truncates fractions. */
const TAKE = `
local o = cjson.decode(ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', o.now)
-- The same turn asks again if the first reply was late.
redis.call('ZREM', KEYS[1], o.turnId)
local held, tokens, cost, longest = {}, 0, 0, o.till
if KEYS[2] then
  local all = redis.call('HGETALL', KEYS[2])
  for i = 1, #all, 2 do
    local place = cjson.decode(all[i + 1])
    if place.till <= o.now or all[i] == o.turnId then
      redis.call('HDEL', KEYS[2], all[i])
    else
      held[#held + 1] = {all[i], place.since}
      tokens, cost = tokens + place.tokens, cost + place.cost
      longest = math.max(longest, place.till)
    end
  end
  if #held >= o.mostOfKey then
    table.sort(held, function(a, b) return a[2] < b[2] or (a[2] == b[2] and a[1] < b[1]) end)
    local reply = {'key_full'}
    for i = 1, math.min(#held, o.oldest) do reply[i + 1] = held[i][1] end
    return reply
  end
end
if redis.call('ZCARD', KEYS[1]) >= o.mostOfAll then
  return {'all_full', unpack(redis.call('ZRANGE', KEYS[1], 0, o.oldest - 1))}
end
local function granted(portion, set_aside)
  return portion and math.min(portion.wanted, portion.left - set_aside)
end
local some, money = granted(o.tokens, tokens), granted(o.cost, cost)
if (some or 1) <= 0 or (money or 1) <= 0 then return {'set_aside'} end
redis.call('ZADD', KEYS[1], o.till, o.turnId)
redis.call('PEXPIREAT', KEYS[1], redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')[2])
if KEYS[2] then
  redis.call('HSET', KEYS[2], o.turnId,
    cjson.encode({since = o.now, till = o.till, tokens = some or 0, cost = money or 0}))
  redis.call('PEXPIREAT', KEYS[2], longest)
end
return {'taken', some and string.format('%.17g', some) or '', money and string.format('%.17g', money) or ''}
`;

/** Places of the turns of all gateways of an installation, in Redis. Places that are never freed expire. */
export class RedisPlaces implements Places {
  constructor(
    private readonly redis: Redis,
    private readonly prefix: string,
  ) {}

  async take({ turnId, key, until, most, tokens, cost }: Wanted, now: number): Promise<Place> {
    const names = this.names(key);
    const parameters = {
      ...{ turnId, now, till: until, oldest: OLDEST },
      ...{ mostOfKey: most.key, mostOfAll: most.all },
      ...defined({ tokens, cost }),
    };
    const reply = (await this.redis.eval(
      TAKE,
      names.length,
      ...names,
      JSON.stringify(parameters),
    )) as string[];
    const [kind, ...rest] = reply;
    if (kind === 'key_full' || kind === 'all_full') return { kind, oldest: rest };
    if (kind !== 'taken') return { kind: 'set_aside' };
    const [some = '', money = ''] = rest;
    return {
      kind,
      ...(some === '' ? {} : { tokens: Math.floor(Number(some)) }),
      ...(money === '' ? {} : { cost: Number(money) }),
    };
  }

  async free(key: string | null, turnId: string): Promise<void> {
    const [all = '', own] = this.names(key);
    await this.redis.zrem(all, turnId);
    if (own !== undefined) await this.redis.hdel(own, turnId);
  }

  close(): void {
    this.redis.disconnect();
  }

  /** The Redis keys: of all turns, and of the turns of one API key. */
  private names(key: string | null): string[] {
    const all = `{${this.prefix}}:places`;
    return key === null ? [all] : [all, `${all}:${key}`];
  }
}
