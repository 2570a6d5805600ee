import { Inject, Injectable } from '@nestjs/common';
import { RECORD_STORE } from '@quarry/platform';
import { INSTALLATION, type RecordCursor, type RecordStore, type StoredRecord } from '@quarry/record-store';
import { Fault, defined, isTenantName } from '@quarry/turn';
import { digestOf, newKey, type ApiKey } from './api-key';
import { ROLES } from './caller';

/** Where keys are kept, under {@link INSTALLATION}: a key names its tenant, and not the other way round. */
export const API_KEYS = 'api_key';

const PAGE = 500;

/** What somebody wants of a new key. */
export type KeyDraft = Omit<ApiKey, 'digest' | 'revokedAt'>;

/** A key as operators see it: nothing of it leads to its secret. */
export type KeyInfo = Omit<ApiKey, 'digest'> & { readonly id: string; readonly createdAt: number };

/** Makes API keys, lists and revokes them, for HTTP and the CLI alike. */
@Injectable()
export class KeyService {
  constructor(@Inject(RECORD_STORE) private readonly store: RecordStore) {}

  /**
   * Makes a key. Its text is in the reply alone: nobody can ask for it again.
   * @throws Fault `bad_request` for a tenant, role or name that cannot be
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

  /** All keys, newest first; revoked and expired ones as well. */
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

  /** From now on the key is refused, within 5 s on every gateway. Once more changes nothing. @throws Fault `key_unknown` */
  async revoke(id: string, now = Date.now()): Promise<KeyInfo> {
    for (;;) {
      const found = await this.store.get<ApiKey>(API_KEYS, INSTALLATION, id);
      if (!found) throw unknownKey(id);
      if (found.value.revokedAt !== null) return infoOf(found);
      const revoked = { ...found, revision: found.revision + 1, value: { ...found.value, revokedAt: now } };
      if (await this.store.save(revoked)) return infoOf(revoked);
    }
  }

  /** Forgets that there was such a key. Once no key is left, the gateway is open to this machine again. @throws Fault `key_unknown` */
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
      'A tenant is called by 1 to 100 letters, digits, . _ @ or -, the first a letter or a digit.',
    );
  if (!ROLES.includes(role)) throw new Fault('bad_request', `A role is one of ${ROLES.join(', ')}.`);
  if (name.trim() === '' || name.length > 100)
    throw new Fault('bad_request', 'A key has a name of 1 to 100 characters, for people.');
  if (expiresAt !== null && expiresAt <= now)
    throw new Fault('bad_request', 'A key expires in the future, or never.');
}

function unknownKey(id: string): Fault {
  return new Fault('key_unknown', `There is no API key '${id.slice(0, 64)}'.`);
}
