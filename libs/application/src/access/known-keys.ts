import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, RECORD_STORE } from '@quarry/platform';
import { INSTALLATION, type RecordStore } from '@quarry/record-store';
import { Fault, type Clock } from '@quarry/turn';
import { digestOf, holds, isInForce, isKeyId, parseKey, type ApiKey, type KeyLimits } from './api-key';
import type { Caller } from './caller';
import { API_KEYS } from './key.service';
import { Remembered } from './remembered';

/** How old what a gateway knows of a key may be: revocation holds everywhere within 5 s, with room for a slow store. */
const FRESH_MS = 2_000;
const MOST = 10_000;
const ANY = '';
/** Compared with where there is no such key, so that time does not tell. */
const NOBODY = digestOf('');

/** The keys of the record store, as this gateway knows them. */
@Injectable()
export class KnownKeys {
  private readonly keys = new Remembered<ApiKey | null>(FRESH_MS, MOST, this.clock);
  private readonly any = new Remembered<boolean>(FRESH_MS, 1, this.clock);
  /** What the store said last of whether there are keys. */
  private last: boolean | null = null;

  constructor(
    @Inject(RECORD_STORE) private readonly store: RecordStore,
    @Inject(CLOCK) private readonly clock: Clock = Date,
  ) {}

  /** Who has this key; null where it is none, unknown, expired or revoked. @throws Fault `store_unavailable` */
  async find(text: string): Promise<(Caller & { readonly key: string }) | null> {
    const parts = parseKey(text);
    if (!parts) return null;
    const key = await this.read(parts.id);
    if (!holds(parts.secret, key?.digest ?? NOBODY) || key === null || !isInForce(key, this.clock.now()))
      return null;
    const { tenant, role, pipelines, repositories } = key;
    return { tenant, key: parts.id, role, pipelines, repositories };
  }

  /** Is the key of this id still good? */
  async isInForce(id: string): Promise<boolean> {
    const key = await this.read(id);
    return key !== null && isInForce(key, this.clock.now());
  }

  /** What the key of this id may use up; null where no such key is stored. */
  async limits(id: string): Promise<KeyLimits | null> {
    // Configured keys and bearers of tokens go on while the store is away.
    return isKeyId(id) ? ((await this.read(id))?.limits ?? null) : null;
  }

  /**
   * Is there any? Revoked and expired ones count: whoever made a key wants the door shut, also once it is no longer good. While the store is away, where no
   * key can be made, what it said last holds: a gateway that never needed a key goes on with its turns.
   * @throws Fault `store_unavailable` where it has never been asked
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
