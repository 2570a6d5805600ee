import { createHash, scryptSync, timingSafeEqual } from 'node:crypto';
import type { QuarryConfig } from '@quarry/platform';
import type { Caller } from './caller';

const ID_BYTES = 9;

/** The keys of `QUARRY_API_KEYS`: each determines its tenant and has the role of a maintainer. */
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
    // Compares every key, so that timing does not reveal which one was close.
    const matches = this.keys.filter((candidate) => timingSafeEqual(candidate.digest, digest));
    return matches[0]?.caller ?? null;
  }
}

/**
 * A stable id for the key, used by limits and webhooks. People choose these keys, and lists show the id: a slow hash,
 * computed once, keeps the id from revealing a guessable key.
 */
function idOf(key: string): string {
  return `env_${scryptSync(key, 'id of a quarry key', ID_BYTES).toString('base64url')}`;
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
