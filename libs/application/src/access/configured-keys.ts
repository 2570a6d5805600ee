import { createHash, scryptSync, timingSafeEqual } from 'node:crypto';
import type { QuarryConfig } from '@quarry/platform';
import type { Caller } from './caller';

const ID_BYTES = 9;

/** The keys of `QUARRY_API_KEYS`: each names its tenant and may do all that a maintainer may. */
export class ConfiguredKeys {
  private readonly keys: readonly { readonly digest: Buffer; readonly caller: Caller }[];

  constructor({ apiKeys }: Pick<QuarryConfig, 'apiKeys'>) {
    this.keys = Object.entries(apiKeys).map(([key, tenant]) => ({
      digest: sha256(key),
      caller: { tenant, key: idOf(key), role: 'maintainer', pipelines: null, repositories: null },
    }));
  }

  get exist(): boolean {
    return this.keys.length > 0;
  }

  find(text: string): Caller | null {
    const digest = sha256(text);
    // Every key is compared, so that time does not tell which one was near.
    const matches = this.keys.filter((candidate) => timingSafeEqual(candidate.digest, digest));
    return matches[0]?.caller ?? null;
  }
}

/**
 * A name for the key that stays the same, for limits and webhooks. People choose these keys, and the name is seen in lists: a slow hash, made once, so that
 * it does not help to guess.
 */
function idOf(key: string): string {
  return `env_${scryptSync(key, 'id of a quarry key', ID_BYTES).toString('base64url')}`;
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
