import type { JwtClaims } from '@quarry/platform';
import { callerOfClaims, type Claims } from './claims';

const NAMES: JwtClaims = {
  tenant: 'tenant',
  role: 'role',
  pipelines: 'pipelines',
  repositories: 'repositories',
  groups: 'groups',
  sensitivity: 'sensitivity',
};
const TOKEN: Claims = { iss: 'https://id.example', sub: 'user|1', tenant: 'acme' };
const caller = (claims: object, names: Partial<JwtClaims> = {}) =>
  callerOfClaims({ ...TOKEN, ...claims }, { ...NAMES, ...names });

describe('callerOfClaims', () => {
  it('defaults to a reader of the whole tenant', () => {
    expect(caller({})).toEqual({
      tenant: 'acme',
      key: expect.stringMatching(/^jwt_[\w-]{16}$/) as string,
      role: 'reader',
      pipelines: null,
      repositories: null,
      clearance: { groups: [], sensitivity: null },
    });
  });

  it('distinguishes subjects of different issuers, and gives each a stable id', () => {
    expect(caller({})?.key).toBe(caller({ role: 'operator' })?.key);
    expect(caller({ sub: 'user|2' })?.key).not.toBe(caller({})?.key);
    expect(caller({ iss: 'https://other.example' })?.key).not.toBe(caller({})?.key);
  });

  it.each([
    ['maintainer', 'maintainer'],
    [['offline_access', 'operator', 'reader'], 'operator'],
    ['admin', 'reader'],
    ['openid maintainer', 'maintainer'],
    [[], 'reader'],
    [7, 'reader'],
    [{ operator: true }, 'reader'],
  ])('reads the role %j as %s', (role, expected) => {
    expect(caller({ role })?.role).toBe(expected);
  });

  it.each([
    [undefined, []],
    [
      ['finance', 'board'],
      ['finance', 'board'],
    ],
    ['finance board', ['finance', 'board']],
    [[{ name: 'finance' }], []],
    [7, []],
    // A token never reads everything.
    ['all', ['all']],
    ['*', ['*']],
  ])('reads the groups %j as %j', (groups, expected) => {
    expect(caller({ groups })?.clearance).toEqual({ groups: expected, sensitivity: null });
  });

  it.each([
    ['internal', 'internal'],
    [['internal'], null],
    [undefined, null],
  ])('reads the sensitivity %j as %j', (sensitivity, expected) => {
    expect(caller({ sensitivity })?.clearance).toEqual({ groups: [], sensitivity: expected });
  });

  it.each([
    [undefined, null],
    [null, null],
    [['code'], ['code']],
    ['code cgrag', ['code', 'cgrag']],
    ['', []],
    [[], []],
  ])('reads the pipelines %j as %j', (pipelines, expected) => {
    expect(caller({ pipelines })?.pipelines).toEqual(expected);
    expect(caller({ repositories: pipelines })?.repositories).toEqual(expected);
  });

  it.each([
    { pipelines: 7 },
    { pipelines: {} },
    { pipelines: [7] },
    { repositories: true },
    { repositories: [null] },
  ])('rejects a malformed restriction: %j', (claims) => {
    expect(caller(claims)).toBeNull();
  });

  it.each([
    { tenant: undefined },
    { tenant: '*' },
    { tenant: '' },
    { tenant: ['acme'] },
    { tenant: 7 },
    { tenant: 'a b' },
  ])('rejects a token without a tenant: %j', (claims) => {
    expect(caller(claims)).toBeNull();
  });

  it('finds a claim by its full name, then by its path, and ignores inherited properties', () => {
    expect(caller({ 'https://x.example/org': 'globex' }, { tenant: 'https://x.example/org' })?.tenant).toBe(
      'globex',
    );
    expect(caller({ realm_access: { roles: ['operator'] } }, { role: 'realm_access.roles' })?.role).toBe(
      'operator',
    );
    expect(caller({}, { tenant: 'constructor.name' })).toBeNull();
    expect(caller({}, { tenant: 'tenant.length' })).toBeNull();
  });
});
