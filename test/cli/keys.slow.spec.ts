import { readdirSync, readFileSync } from 'node:fs';
import { Workplace } from './quarry';

interface Key {
  readonly id: string;
  readonly key?: string;
  readonly revokedAt: string | null;
}

describe('quarry keys', () => {
  const at = new Workplace();
  const data = at.path('data');
  const keys = (...args: string[]) => at.runHere(['keys', ...args, '--data', data]);
  afterAll(() => {
    at.remove();
  });

  it('goes from a key that is printed once to one that is refused and forgotten', async () => {
    const none = await keys('list');
    expect(none).toMatchObject({ code: 0, out: '', err: expect.stringContaining('no keys') as string });

    const create = ['keys', 'create', 'billing', '--tenant', 'acme', '--pipeline', 'code', '--days', '30'];
    const made = await at.run([...create, '--data', data]);
    expect(made.code).toBe(0);
    expect(made.out).toMatch(/^qk_[A-Za-z0-9]{12}_[\w-]{43}\n$/);
    expect(made.err).toContain('the only time');
    expect(made.err).toContain('pipelines code');
    const [, id = '', secret = ''] = /^qk_([^_]+)_(.+)\n$/.exec(made.out) ?? [];
    expect(made.err).not.toContain(secret);
    for (const file of readdirSync(data))
      expect({ file, found: readFileSync(at.path('data', file)).includes(secret) }).toEqual({
        file,
        found: false,
      });

    const listed = await keys('list');
    expect(listed.out).toMatch(new RegExp(`^${id}  until 20\\d\\d-\\d\\d-\\d\\d .*acme  reader  billing\n`));
    const [revoked] = [JSON.parse((await keys('revoke', id, '--json')).out) as Key];
    expect(revoked.revokedAt).toMatch(/^20/);
    expect(revoked.key).toBeUndefined();
    expect((await keys('list')).out).toContain(`${id}  revoked 20`);
    expect((await keys('revoke', id, '--forget')).code).toBe(0);
    expect(await keys('revoke', id)).toMatchObject({
      code: 1,
      err: expect.stringContaining('key_unknown') as string,
    });
    expect(JSON.parse((await keys('list', '--json')).out)).toEqual([]);
  });

  it.each([
    [['create', 'x'], 2, '--tenant'],
    [['create', 'x', '--tenant', '*'], 2, 'A tenant name has'],
    [['create', 'x', '--tenant', 'acme', '--role', 'root'], 2, 'reader, maintainer, operator'],
    [['create', 'x', '--tenant', 'acme', '--pipeline', 'cod'], 1, "did you mean 'code'?"],
    [['create', ' ', '--tenant', 'acme'], 2, 'a display name'],
  ])('%j is refused', async (args, code, words) => {
    expect(await keys(...args)).toMatchObject({
      code,
      out: '',
      err: expect.stringContaining(words) as string,
    });
    expect(JSON.parse((await keys('list', '--json')).out)).toEqual([]);
  });
});
