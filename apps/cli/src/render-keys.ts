import type { Immutable, KeyDto } from '@quarry/client';
import { printableName } from './printable';

/** A line for each key: id, state, tenant, role, name; and one for what narrows it, where something does. */
export function renderKeys(keys: readonly Immutable<KeyDto>[], now = Date.now()): string {
  return keys.map((key) => `${head(key, now)}\n${narrowed(key)}`).join('');
}

function head(key: Immutable<KeyDto>, now: number): string {
  const { id, tenant, role, name } = key;
  return [id, stateOf(key, now).padEnd(18), tenant, role, printableName(name)].join('  ');
}

function stateOf({ expiresAt, revokedAt }: Immutable<KeyDto>, now: number): string {
  if (revokedAt !== null) return `revoked ${revokedAt.slice(0, 10)}`;
  if (expiresAt === null) return 'in force';
  return `${Date.parse(expiresAt) <= now ? 'expired' : 'until'} ${expiresAt.slice(0, 10)}`;
}

function narrowed({ pipelines, repositories, limits }: Immutable<KeyDto>): string {
  const parts = [
    ...(pipelines === null ? [] : [`pipelines ${pipelines.join(', ')}`]),
    ...(repositories === null
      ? []
      : [`repositories ${repositories.map((name) => printableName(name)).join(', ')}`]),
    ...(limits.requestsPerMinute === null ? [] : [`${limits.requestsPerMinute} requests a minute`]),
    ...(limits.tokensPerDay === null ? [] : [`${limits.tokensPerDay} tokens a day`]),
    ...(limits.costPerDay === null ? [] : [`${limits.costPerDay} of money a day`]),
    ...(limits.turnsAtOnce === null ? [] : [`${limits.turnsAtOnce} turns at once`]),
  ];
  return parts.length === 0 ? '' : `              ${parts.join(' · ')}\n`;
}
