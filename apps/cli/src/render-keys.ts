import type { Immutable, KeyDto } from '@quarry/client';
import { printableName } from './printable';

/** One line per key: id, state, tenant, role, name; and one for its restrictions, if it has any. */
export function renderKeys(keys: readonly Immutable<KeyDto>[], now = Date.now()): string {
  return keys.map((key) => `${head(key, now)}\n${narrowed(key)}`).join('');
}

function head(key: Immutable<KeyDto>, now: number): string {
  const { id, tenant, role, name } = key;
  return [id, stateOf(key, now).padEnd(18), tenant, role, printableName(name)].join('  ');
}

function stateOf({ expiresAt, revokedAt }: Immutable<KeyDto>, now: number): string {
  if (revokedAt !== null) return `revoked ${revokedAt.slice(0, 10)}`;
  if (expiresAt === null) return 'active';
  return `${Date.parse(expiresAt) <= now ? 'expired' : 'until'} ${expiresAt.slice(0, 10)}`;
}

function narrowed({ pipelines, repositories, clearance, limits }: Immutable<KeyDto>): string {
  const parts = [
    ...(pipelines === null ? [] : [`pipelines ${pipelines.join(', ')}`]),
    ...(repositories === null
      ? []
      : [`repositories ${repositories.map((name) => printableName(name)).join(', ')}`]),
    ...(clearance.everything ? ['reads everything'] : []),
    ...(clearance.groups.length === 0
      ? []
      : [`groups ${clearance.groups.map((name) => printableName(name)).join(', ')}`]),
    ...(clearance.sensitivity === null ? [] : [`up to ${printableName(clearance.sensitivity)}`]),
    ...(limits.requestsPerMinute === null ? [] : [`${limits.requestsPerMinute} requests per minute`]),
    ...(limits.tokensPerDay === null ? [] : [`${limits.tokensPerDay} tokens per day`]),
    ...(limits.costPerDay === null ? [] : [`cost ${limits.costPerDay} per day`]),
    ...(limits.turnsAtOnce === null ? [] : [`${limits.turnsAtOnce} turns at once`]),
  ];
  return parts.length === 0 ? '' : `              ${parts.join(' · ')}\n`;
}
