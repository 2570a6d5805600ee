import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type Caller, KnownKeys } from '@quarry/application/access';
import { CLOCK, RECORD_STORE } from '@quarry/platform';
import { INSTALLATION, type RecordStore } from '@quarry/record-store';
import type { Clock } from '@quarry/turn';

const COLLECTION = 'dashboard_session';
const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;

/** Milliseconds for which a browser can view the dashboard without authenticating again. */
export const SESSION_MS = 15 * 60_000;

interface Session {
  /** Id of the API key that created the session; null for a token of an issuer. */
  readonly key: string | null;
  readonly expiresAt: number;
}

/**
 * Sessions of browsers that view the queue dashboard, since a browser can send a cookie but not a key. The stores keep
 * a digest of the cookie, so that every gateway accepts it; a session ends with its key.
 */
@Injectable()
export class DashboardSessions {
  constructor(
    @Inject(RECORD_STORE) private readonly store: RecordStore,
    @Inject(KnownKeys) private readonly keys: KnownKeys,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param caller an operator */
  async begin(caller: Caller): Promise<{ readonly token: string; readonly expiresAt: number }> {
    const now = this.clock.now();
    await this.sweep(now);
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const isKept = caller.key !== null && (await this.keys.isInForce(caller.key));
    const value: Session = { key: isKept ? caller.key : null, expiresAt: now + SESSION_MS };
    await this.store.save({ ...place(token), revision: 1, createdAt: now, tag: null, value });
    return { token, expiresAt: value.expiresAt };
  }

  /** Whether the cookie currently gives access to the dashboard. */
  async isOpen(token: string | undefined): Promise<boolean> {
    if (token === undefined || !TOKEN.test(token)) return false;
    const { collection, tenant, id } = place(token);
    const session = (await this.store.get<Session>(collection, tenant, id))?.value;
    if (!session || session.expiresAt <= this.clock.now()) return false;
    return session.key === null || (await this.keys.isInForce(session.key));
  }

  private async sweep(now: number): Promise<void> {
    for (const { id, value } of await this.store.list<Session>(COLLECTION, INSTALLATION, { limit: 1_000 }))
      if (value.expiresAt <= now) await this.store.delete(COLLECTION, INSTALLATION, id);
  }
}

function place(token: string): { readonly collection: string; readonly tenant: string; readonly id: string } {
  const id = createHash('sha256').update(token).digest('base64url');
  return { collection: COLLECTION, tenant: INSTALLATION, id };
}
