import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, RECORD_STORE } from '@quarry/platform';
import { INSTALLATION, type RecordStore } from '@quarry/record-store';
import { defined, Fault, type Clock } from '@quarry/turn';
import { digestOf, holds, isInForce, isKeyId, parseKey, type ApiKey, type KeyLimits } from './api-key';
import type { Caller } from './caller';
import { API_KEYS } from './key.service';
import { Remembered } from './remembered';

/** How long a gateway caches a key. A revocation takes effect everywhere within 5 s, with room for a slow store. */
const FRESH_MS = 2_000;
const MOST = 10_000;
const ANY = '';
/** Compared with the secret of an unknown key, so that timing does not reveal whether a key exists. */
const NOBODY = digestOf('');

/** The keys of the record store, cached by this gateway. */
@Injectable()
export class KnownKeys {
  private readonly keys = new Remembered<ApiKey | null>(FRESH_MS, MOST, this.clock);
  private readonly any = new Remembered<boolean>(FRESH_MS, 1, this.clock);
  /** Whether the store contained keys when it last responded. */
  private last: boolean | null = null;

  constructor(
    @Inject(RECORD_STORE) private readonly store: RecordStore,
    @Inject(CLOCK) private readonly clock: Clock = Date,
  ) {}

  /** The caller of this key; null if it is malformed, unknown, expired or revoked. @throws Fault `store_unavailable` */
  async find(text: string): Promise<(Caller & { readonly key: string }) | null> {
    const parts = parseKey(text);
    if (!parts) return null;
    const key = await this.read(parts.id);
    if (!holds(parts.secret, key?.digest ?? NOBODY) || key === null || !isInForce(key, this.clock.now()))
      return null;
    const { name, tenant, role, pipelines, repositories, clearance } = key;
    return { tenant, key: parts.id, role, name, pipelines, repositories, ...defined({ clearance }) };
  }

  /** Whether the key with this id is neither revoked nor expired. */
  async isInForce(id: string): Promise<boolean> {
    const key = await this.read(id);
    return key !== null && isInForce(key, this.clock.now());
  }

  /** The limits of the key with this id; null if no such key is stored. */
  async limits(id: string): Promise<KeyLimits | null> {
    // Configured keys and tokens need no store, so they work during an outage.
    return isKeyId(id) ? ((await this.read(id))?.limits ?? null) : null;
  }

  /**
   * Whether any key exists. Revoked and expired keys count: once a key has been created, the gateway requires one.
   * During an outage of the store no key can be created, so its last response applies, and a gateway that never
   * required a key continues to work.
   * @throws Fault `store_unavailable` if the store has never responded
   */
  exist(): Promise<boolean> {
    return this.any.get(ANY, async () => {
      try {
        const found = await this.store.list(API_KEYS, INSTALLATION, { limit: 1 });
        this.last = found.length > 0;
      } catch (error) {
        if (this.last === null || !(error instanceof Fault && error.retryable)) throw error;
      }
      return this.last;
    });
  }

  private read(id: string): Promise<ApiKey | null> {
    return this.keys.get(
      id,
      async () => (await this.store.get<ApiKey>(API_KEYS, INSTALLATION, id))?.value ?? null,
    );
  }
}
