import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { INSTALLATION, type RecordStore, type StoredRecord } from '@quarry/record-store';
import { Fault, type Clock } from '@quarry/turn';
import { SecretCipher } from '../stored-secrets/secret-cipher';
import type { OidcSignIn, Renewable, ReturnedSignIn, SignedIn } from './oidc-sign-in';

/** Collection of sessions. They are stored under {@link INSTALLATION}: the token determines the tenant. */
const SIGN_INS = 'sign_in';
/** A session without a renewal is deleted after 30 days. */
const IDLE_MS = 30 * 86_400_000;
/** How long the former renewal secret is valid: the response with the new one can be lost. */
const GRACE_MS = 30_000;
/** How long a renewal may take at the issuer, and how often another one checks for its end. */
const BUSY_MS = 20_000;
const LOOK_EVERY_MS = 200;
/** Between two looks for sessions to delete, in milliseconds. */
const SWEEP_EVERY_MS = 3_600_000;
const PAGE = 1_000;

/** The session of a sign-in as it is stored: what can renew its token, never the token itself. */
interface SignInSession {
  /** Digests of the renewal secret, and of the one before, with the time until which it is valid. */
  readonly secret: string;
  readonly former: { readonly secret: string; readonly until: number } | null;
  /** Encrypted. */
  readonly refreshToken: string;
  readonly subject: string;
  /** Where the issuer sends the browser after signing out. */
  readonly returnedTo: string;
  readonly usedAt: number;
  /** Until then, a renewal is under way; 0 without one. */
  readonly busyUntil: number;
}

/** A token, and the text with which the tab can have it renewed once; null if the session ends with the token. */
export interface SignedInForNow extends SignedIn {
  readonly renewal: string | null;
}

/**
 * Renews the tokens of users who signed in at the issuer. The refresh token stays in the record store, encrypted with
 * `QUARRY_SECRETS_KEY`; without that key, none is kept. The tab has a renewal of the form `ID.SECRET`, which is valid
 * once: using it again ends the session, because two clients have it and one of them may have stolen it.
 */
export class SignInSessions {
  private readonly cipher: SecretCipher | null;
  private sweptAt = 0;

  constructor(
    private readonly records: RecordStore,
    private readonly oidc: Pick<OidcSignIn, 'end' | 'renew' | 'revoke'>,
    secretsKeys: readonly string[],
    private readonly clock: Clock = Date,
  ) {
    this.cipher = secretsKeys.length === 0 ? null : new SecretCipher(secretsKeys);
  }

  /** Ends a sign-in. @returns null if it is refused @throws Fault as {@link OidcSignIn.end}, `store_unavailable` */
  async open(returned: ReturnedSignIn): Promise<SignedInForNow | null> {
    const signedIn = await this.oidc.end(returned);
    if (!signedIn) return null;
    const { renewable, ...token } = signedIn;
    if (!renewable || !this.cipher) return { ...token, renewal: null };
    await this.sweep();
    const id = randomBytes(16).toString('hex');
    const secret = newSecret();
    const value: SignInSession = {
      ...{ secret: digest(secret), former: null, ...this.encrypted(id, renewable) },
      ...{ usedAt: this.clock.now(), busyUntil: 0 },
    };
    const key = { collection: SIGN_INS, tenant: INSTALLATION, id };
    await this.records.save({ ...key, revision: 1, createdAt: this.clock.now(), tag: null, value });
    return { ...token, renewal: `${id}.${secret}` };
  }

  /**
   * A new token for a session, and its next renewal.
   * @returns null if the session has ended: the issuer refuses, the renewal was used before, or it is too old
   * @throws Fault `issuer_unavailable` (the session stays), `store_unavailable`
   */
  async renew(renewal: string): Promise<SignedInForNow | null> {
    const [id = '', secret = ''] = renewal.split('.');
    const held = await this.take(id, digest(secret));
    if (!held) return null;
    const { record, renewable } = held;
    let renewed: Awaited<ReturnType<OidcSignIn['renew']>>;
    try {
      renewed = await this.oidc.renew(renewable);
    } catch (error) {
      await this.save(record, { ...record.value, busyUntil: 0 });
      throw error;
    }
    if (!renewed) {
      await this.records.delete(SIGN_INS, INSTALLATION, id);
      return null;
    }
    const { renewable: next, ...token } = renewed;
    const newOne = newSecret();
    const now = this.clock.now();
    const saved = await this.save(record, {
      ...{ secret: digest(newOne), former: { secret: record.value.secret, until: now + GRACE_MS } },
      ...{ ...this.encrypted(id, next), usedAt: now, busyUntil: 0 },
    });
    // Signed out meanwhile.
    if (!saved) {
      await this.oidc.revoke(next);
      return null;
    }
    return { ...token, renewal: `${id}.${newOne}` };
  }

  /** Ends a session, here and at the issuer. False if it does not exist. @throws Fault `store_unavailable` */
  async close(renewal: string): Promise<boolean> {
    const [id = ''] = renewal.split('.');
    const record = await this.find(id);
    if (!record) return false;
    await this.end(record);
    return true;
  }

  /** Claims a session for one renewal. Null if it does not exist, or if the secret ends it. */
  private async take(
    id: string,
    shown: string,
  ): Promise<{ readonly record: StoredRecord<SignInSession>; readonly renewable: Renewable } | null> {
    const until = this.clock.now() + BUSY_MS;
    for (;;) {
      const record = await this.find(id);
      if (!record) return null;
      const { value } = record;
      const now = this.clock.now();
      const isFormer = value.former?.secret === shown && now < value.former.until;
      const isOver = now - value.usedAt > IDLE_MS;
      const renewable = this.decrypted(id, value);
      if (isOver || !renewable || (value.secret !== shown && !isFormer)) {
        await this.end(record);
        return null;
      }
      if (value.busyUntil <= now && (await this.save(record, { ...value, busyUntil: now + BUSY_MS })))
        return { record: { ...record, revision: record.revision + 1 }, renewable };
      if (now > until)
        throw new Fault('store_unavailable', 'The sign-in is being renewed by another request. Try again.', {
          retryable: true,
        });
      await sleep(LOOK_EVERY_MS);
    }
  }

  private async find(id: string): Promise<StoredRecord<SignInSession> | null> {
    return /^[0-9a-f]{32}$/.test(id) ? this.records.get<SignInSession>(SIGN_INS, INSTALLATION, id) : null;
  }

  private save(record: StoredRecord<SignInSession>, value: SignInSession): Promise<boolean> {
    return this.records.save({ ...record, revision: record.revision + 1, value });
  }

  /** Deletes a session, and revokes its refresh token, also with its issuer away: nothing here can use it any more. */
  private async end({ id, value }: StoredRecord<SignInSession>): Promise<void> {
    await this.records.delete(SIGN_INS, INSTALLATION, id);
    const renewable = this.decrypted(id, value);
    if (renewable) await this.oidc.revoke(renewable);
  }

  private encrypted(
    id: string,
    { refreshToken, subject, returnedTo }: Renewable,
  ): Pick<SignInSession, 'refreshToken' | 'subject' | 'returnedTo'> {
    const text = this.cipher?.encrypt(refreshToken, ownerOf(id)) ?? '';
    return { refreshToken: text, subject, returnedTo };
  }

  /** Null if the key is gone with which it was encrypted. */
  private decrypted(id: string, { refreshToken, subject, returnedTo }: SignInSession): Renewable | null {
    const text = this.cipher?.decrypt(refreshToken, ownerOf(id)) ?? null;
    return text === null ? null : { refreshToken: text, subject, returnedTo };
  }

  /** Deletes sessions without a renewal for too long. */
  private async sweep(): Promise<void> {
    const now = this.clock.now();
    if (now - this.sweptAt < SWEEP_EVERY_MS) return;
    this.sweptAt = now;
    let page: readonly StoredRecord<SignInSession>[] = [];
    do {
      const after = page.at(-1);
      const at = { limit: PAGE, ...(after ? { after } : {}) };
      page = await this.records.list<SignInSession>(SIGN_INS, INSTALLATION, at);
      for (const record of page) if (now - record.value.usedAt > IDLE_MS) await this.end(record);
    } while (page.length === PAGE);
  }
}

function ownerOf(id: string): string {
  return `sign-in ${id}`;
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Secrets are random, so that a fast digest is enough. */
function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
