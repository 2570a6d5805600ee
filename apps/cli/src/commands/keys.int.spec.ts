import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ended } from '../testing/recorded-terminal';
import { addKeys } from './keys';

interface ShownKey {
  readonly id: string;
  readonly key?: string;
}

const DAY_MS = 86_400_000;

describe('quarry keys', () => {
  let data: string;
  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), 'quarry-keys-'));
  });
  afterEach(() => {
    rmSync(data, { recursive: true });
  });
  const keys = (...argv: readonly string[]) => ended(addKeys, 'keys', ...argv, '--data', data);
  const made = async (...options: readonly string[]) =>
    JSON.parse((await keys('create', 'billing', '--tenant', 'acme', ...options, '--json')).out) as ShownKey;

  it('prints only the key to stdout and its details to stderr, and stores it in no file', async () => {
    const { code, out, err } = await keys('create', 'billing', '--tenant', 'acme');
    const [, id = '', secret = ''] = /^qk_([A-Za-z0-9]{12})_([\w-]{43})\n$/.exec(out) ?? [];
    expect({ code, id }).toEqual({ code: 0, id: expect.stringMatching(/./) as string });
    expect(err).toMatch(new RegExp(`^${id}  active .*acme  reader  billing\nnote this is the only time`));
    expect(err).not.toContain(secret);
    for (const file of readdirSync(data)) expect(readFileSync(join(data, file)).includes(secret)).toBe(false);
  });

  it.each([
    [[], { role: 'reader', pipelines: null, repositories: null, expiresAt: null }],
    [['--role', 'operator'], { role: 'operator' }],
    [['--pipeline', 'code', '--pipeline', 'cgrag'], { pipelines: ['code', 'cgrag'] }],
    [['--repository', 'shop'], { repositories: ['shop'] }],
    [[], { limits: { requestsPerMinute: null, tokensPerDay: null, costPerDay: null, turnsAtOnce: null } }],
    [
      ['--requests-per-minute', '60', '--tokens-per-day', '1000', '--cost-per-day', '.5'.padStart(3, '0')],
      { limits: { requestsPerMinute: 60, tokensPerDay: 1_000, costPerDay: 0.5, turnsAtOnce: null } },
    ],
    [['--turns-at-once', '5'], { limits: { turnsAtOnce: 5 } }],
  ])('create with %j creates %j', async (options, expected) => {
    const key = await made(...options);
    expect(key).toMatchObject({ name: 'billing', tenant: 'acme', revokedAt: null, ...expected });
    expect(key.key).toMatch(/^qk_/);
    const { key: _, ...listed } = key;
    expect(JSON.parse((await keys('list', '--json')).out)).toEqual([listed]);
  });

  it('counts --days from now', async () => {
    const before = Date.now();
    const { expiresAt } = (await made('--days', '30')) as ShownKey & { readonly expiresAt: string };
    const at = Date.parse(expiresAt);
    expect(at).toBeGreaterThanOrEqual(before + 30 * DAY_MS);
    expect(at).toBeLessThanOrEqual(Date.now() + 30 * DAY_MS);
  });

  it.each([
    [['create', 'x'], 2, '--tenant'],
    [['create', 'x', '--tenant', '*'], 2, 'A tenant name has'],
    [['create', 'x', '--tenant', 'acme', '--role', 'root'], 2, 'reader, maintainer, operator'],
    [['create', 'x', '--tenant', 'acme', '--pipeline', 'cod'], 1, "did you mean 'code'?"],
    [['create', 'x', '--tenant', 'acme', '--pipeline', 'code', '--pipeline', 'cod'], 1, "'cod'"],
    [['create', ' ', '--tenant', 'acme'], 2, 'a display name'],
    [['create', 'x', '--tenant', 'acme', '--days', '0'], 2, 'from 1 to 3650'],
    [['create', 'x', '--tenant', 'acme', '--cost-per-day', '0'], 2, 'an amount above 0'],
    [['revoke', 'k3Jx9QpL0aZb'], 1, 'key_unknown'],
  ])('%j is refused and creates no key', async (argv, code, words) => {
    expect(await keys(...argv)).toMatchObject({
      code,
      out: '',
      err: expect.stringContaining(words) as string,
    });
    expect(await keys('list')).toEqual({
      code: 0,
      out: '',
      err: 'note no keys: the gateway accepts requests from this machine only. Create one: quarry keys create\n',
    });
  });

  it('keeps a revoked key in the list, but not a forgotten one', async () => {
    const [kept, forgotten] = [await made(), await made()];
    expect((await keys('revoke', kept.id)).out).toMatch(new RegExp(`^${kept.id}  revoked 20`));
    const told = JSON.parse((await keys('revoke', forgotten.id, '--forget', '--json')).out) as ShownKey;
    expect(told).toMatchObject({ id: forgotten.id, revokedAt: expect.stringMatching(/^20/) as string });
    expect(told).not.toHaveProperty('key');
    expect((await keys('list')).out).toMatch(new RegExp(`^${kept.id}  revoked 20\\S+ .*\n$`));
  });
});
