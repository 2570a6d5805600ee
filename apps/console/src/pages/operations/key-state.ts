import type { KeyDto } from '@quarry/client';

/** Whether a key still works, and otherwise why not. */
export function stateOf({ revokedAt, expiresAt }: KeyDto): 'active' | 'revoked' | 'expired' {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? 'expired' : 'active';
}

/** Whether the installation can be managed with it. */
export function isOperatorInForce(key: KeyDto): boolean {
  return key.role === 'operator' && stateOf(key) === 'active';
}
