import { Inject, Injectable } from '@nestjs/common';
import { RECORD_STORE } from '@quarry/platform';
import { INSTALLATION, type RecordCursor, type RecordStore, type StoredRecord } from '@quarry/record-store';
import { Fault, defined, isTenantName } from '@quarry/turn';
import { digestOf, newKey, type ApiKey } from './api-key';
import { ROLES } from './caller';

/** Collection of the keys. They are stored under {@link INSTALLATION}, because a key determines its tenant. */
export const API_KEYS = 'api_key';

const PAGE = 500;

/** The requested properties of a new key. */
export type KeyDraft = Omit<ApiKey, 'digest' | 'revokedAt'>;

/** A key as operators see it, without anything derived from its secret. */
export type KeyInfo = Omit<ApiKey, 'digest'> & { readonly id: string; readonly createdAt: number };

/** Creates, lists and revokes API keys, over HTTP and in the CLI. */
@Injectable()
export class KeyService {
  constructor(@Inject(RECORD_STORE) private readonly store: RecordStore) {}

  /**
   * Creates a key. Only the result contains its text: it cannot be retrieved later.
   * @throws Fault `bad_request` for an invalid tenant, role, name or expiry
   */
  async create(draft: KeyDraft, now = Date.now()): Promise<{ readonly key: string; readonly info: KeyInfo }> {
    check(draft, now);
    for (;;) {
      const { id, secret, text } = newKey();
      const value: ApiKey = { ...draft, digest: digestOf(secret), revokedAt: null };
      const record = { ...place(id), revision: 1, createdAt: now, tag: null, value };
      if (await this.store.save(record)) return { key: text, info: infoOf(record) };
    }
  }

  /** All keys, including revoked and expired ones, newest first. */
  async list(): Promise<readonly KeyInfo[]> {
    const found: KeyInfo[] = [];
    for (let after: RecordCursor | undefined; ;) {
      const page = await this.store.list<ApiKey>(API_KEYS, INSTALLATION, {
        limit: PAGE,
        ...defined({ after }),
      });
      found.push(...page.map(infoOf));
      after = page.at(-1);
      if (page.length < PAGE || after === undefined) return found;
    }
  }

  /** Revokes a key. Every gateway rejects it within 5 s. Idempotent. @throws Fault `key_unknown` */
  async revoke(id: string, now = Date.now()): Promise<KeyInfo> {
    for (;;) {
      const found = await this.store.get<ApiKey>(API_KEYS, INSTALLATION, id);
      if (!found) throw unknownKey(id);
      if (found.value.revokedAt !== null) return infoOf(found);
      const revoked = { ...found, revision: found.revision + 1, value: { ...found.value, revokedAt: now } };
      if (await this.store.save(revoked)) return infoOf(revoked);
    }
  }

  /** Deletes a key. Once no key is left, the gateway accepts this machine without a key. @throws Fault `key_unknown` */
  async forget(id: string): Promise<void> {
    if (!(await this.store.delete(API_KEYS, INSTALLATION, id))) throw unknownKey(id);
  }
}

function place(id: string): Pick<StoredRecord, 'collection' | 'tenant' | 'id'> {
  return { collection: API_KEYS, tenant: INSTALLATION, id };
}

function infoOf({ id, createdAt, value }: Pick<StoredRecord<ApiKey>, 'id' | 'createdAt' | 'value'>): KeyInfo {
  const { digest: _digest, ...rest } = value;
  return { id, createdAt, ...rest };
}

function check({ name, tenant, role, expiresAt }: KeyDraft, now: number): void {
  if (!isTenantName(tenant))
    throw new Fault(
      'bad_request',
      'A tenant name has 1 to 100 letters, digits, . _ @ or -, and starts with a letter or a digit.',
    );
  if (!ROLES.includes(role)) throw new Fault('bad_request', `A role is one of ${ROLES.join(', ')}.`);
  if (name.trim() === '' || name.length > 100)
    throw new Fault('bad_request', 'Give the key a display name of 1 to 100 characters.');
  if (expiresAt !== null && expiresAt <= now)
    throw new Fault('bad_request', 'Choose an expiry in the future, or none.');
}

function unknownKey(id: string): Fault {
  return new Fault('key_unknown', `There is no API key '${id.slice(0, 64)}'.`);
}
