import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { INSTALLATION, openRecordStore, type RecordStore } from '@quarry/record-store';
import { Fault } from '@quarry/turn';
import { TestClock } from '@quarry/turn/testing';
import { parseKey, type ApiKey } from './api-key';
import { API_KEYS, KeyService, type KeyDraft } from './key.service';
import { KnownKeys } from './known-keys';

const DRAFT: KeyDraft = {
  name: 'billing service',
  tenant: 'acme',
  role: 'reader',
  pipelines: ['code'],
  repositories: null,
  limits: { requestsPerMinute: 60, tokensPerDay: null, costPerDay: null },
  expiresAt: null,
};

/** The secret itself may contain `_`. */
const secretOf = (key: string): string => parseKey(key)!.secret;

describe('KeyService and KnownKeys', () => {
  let folder: string;
  let store: RecordStore;
  let service: KeyService;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-keys-'));
    store = openRecordStore(`sqlite:${join(folder, 'records.db')}`);
    service = new KeyService(store);
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it('finds the caller of a key, with its permissions', async () => {
    const { key, info } = await service.create(DRAFT);
    expect(await new KnownKeys(store).find(key)).toEqual({
      tenant: 'acme',
      key: info.id,
      name: 'billing service',
      role: 'reader',
      pipelines: ['code'],
      repositories: null,
    });
    expect(await new KnownKeys(store).limits(info.id)).toEqual(DRAFT.limits);
  });

  it('stores a digest, and never returns the secret again', async () => {
    const { key, info } = await service.create(DRAFT);
    const secret = secretOf(key);
    const stored = await store.get<ApiKey>(API_KEYS, INSTALLATION, info.id);
    expect(JSON.stringify(stored)).not.toContain(secret);
    const listed = JSON.stringify([info, await service.list(), await service.revoke(info.id)]);
    expect(listed).not.toContain(secret);
    expect(listed).not.toContain(stored?.value.digest);
  });

  it('rejects a secret that belongs to another id', async () => {
    const [one, other] = [await service.create(DRAFT), await service.create({ ...DRAFT, tenant: 'rival' })];
    const keys = new KnownKeys(store);
    expect(await keys.find(`qk_${one.info.id}_${secretOf(other.key)}`)).toBeNull();
    expect(await keys.find(`qk_${'a'.repeat(12)}_${'b'.repeat(43)}`)).toBeNull();
    expect((await keys.find(other.key))?.tenant).toBe('rival');
  });

  it('rejects an expired or revoked key, immediately if it is not cached', async () => {
    const now = Date.now();
    const short = await service.create({ ...DRAFT, expiresAt: now + 1 }, now);
    const revoked = await service.create(DRAFT);
    const at = await service.revoke(revoked.info.id, 7);
    expect(at.revokedAt).toBe(7);
    expect((await service.revoke(revoked.info.id, 8)).revokedAt).toBe(7);
    const clock = TestClock.stopped(now + 1);
    for (const { key, info } of [short, revoked]) {
      expect(await new KnownKeys(store, clock).find(key)).toBeNull();
      expect(await new KnownKeys(store, clock).isInForce(info.id)).toBe(false);
    }
  });

  it('counts a revoked key as existing until it is deleted', async () => {
    expect(await new KnownKeys(store).exist()).toBe(false);
    const { info } = await service.create(DRAFT);
    await service.revoke(info.id);
    expect(await new KnownKeys(store).exist()).toBe(true);
    await service.forget(info.id);
    expect(await new KnownKeys(store).exist()).toBe(false);
    await expect(service.forget(info.id)).rejects.toMatchObject({ code: 'key_unknown' });
    await expect(service.revoke(info.id)).rejects.toMatchObject({ code: 'key_unknown' });
  });

  it('relies on the last known existence of keys during an outage, and fails if the store has never responded', async () => {
    const clock = TestClock.stopped();
    const later = (): void => clock.pass(2_000);
    let away = false;
    const flaky = Object.assign(Object.create(store) as RecordStore, {
      list: async () => {
        if (away) throw new Fault('store_unavailable', 'away', { retryable: true });
        return store.list('api_key', INSTALLATION, { limit: 1 });
      },
    });
    const known = new KnownKeys(flaky, clock);
    expect(await known.exist()).toBe(false);
    away = true;
    later();
    expect(await known.exist()).toBe(false);
    await expect(new KnownKeys(flaky).exist()).rejects.toMatchObject({ code: 'store_unavailable' });
    away = false;
    await service.create(DRAFT);
    later();
    expect(await known.exist()).toBe(true);
    away = true;
    later();
    expect(await known.exist()).toBe(true);
  });

  it('lists all keys, newest first, page by page', async () => {
    for (let at = 1; at <= 3; at++) await service.create({ ...DRAFT, name: `key ${at}` }, at);
    expect((await service.list()).map(({ name }) => name)).toEqual(['key 3', 'key 2', 'key 1']);
  });

  it.each([
    [{ tenant: '*' }, 'A tenant'],
    [{ tenant: '' }, 'A tenant'],
    [{ role: 'root' as 'reader' }, 'A role'],
    [{ name: '  ' }, 'a display name'],
    [{ expiresAt: 1 }, 'an expiry in the future'],
  ])('creates no key from %j', async (change, words) => {
    await expect(service.create({ ...DRAFT, ...change })).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining(words) as string,
    });
    expect(await service.list()).toEqual([]);
  });
});
