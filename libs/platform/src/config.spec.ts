import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from './config';
import { findDataDir } from './data-folder';
import { ENVIRONMENT } from './environment';

describe('readConfig', () => {
  it('needs nothing', () => {
    const config = readConfig({}, {});
    expect(config).toMatchObject({ carrier: 'memory', chatProvider: 'extractive', host: '127.0.0.1' });
    expect(config.searchIndexUrl).toBe(`sqlite:${join(config.dataDir, 'search')}`);
  });

  it('prefers the command line to the environment', () => {
    expect(readConfig({ port: 1 }, { QUARRY_PORT: '2' }).port).toBe(1);
    expect(readConfig({}, { QUARRY_PORT: '2' }).port).toBe(2);
  });

  it('finds the data folder by option, then QUARRY_DATA, then upwards from here', () => {
    expect(findDataDir('/a', { QUARRY_DATA: '/b' })).toBe('/a');
    expect(readConfig({}, { QUARRY_DATA: '/b' })).toMatchObject({
      dataDir: '/b',
      searchIndexUrl: 'sqlite:/b/search',
    });
    expect(findDataDir(undefined, {})).toMatch(/\.quarry$/);
  });

  it('shares what sessions have found where it shares the queues, unless told otherwise', () => {
    expect(readConfig({ dataDir: '/d' }, {}).sessionCacheUrl).toBe('sqlite:/d/sessions.db');
    const redis = { QUARRY_CARRIER: 'bullmq', REDIS_URL: 'redis://queue:6379' };
    expect(readConfig({}, redis).sessionCacheUrl).toBe('redis://queue:6379');
    expect(readConfig({}, { ...redis, SESSION_CACHE_URL: 'sqlite:/s.db' }).sessionCacheUrl).toBe(
      'sqlite:/s.db',
    );
  });

  it('keeps records where the history is on a server, unless told otherwise', () => {
    expect(readConfig({ dataDir: '/d' }, {}).recordStoreUrl).toBe('sqlite:/d/records.db');
    const server = { HISTORY_STORE_URL: 'elasticsearch:http://es:9200/team' };
    expect(readConfig({}, server).recordStoreUrl).toBe('elasticsearch:http://es:9200/team');
    expect(readConfig({}, { ...server, RECORD_STORE_URL: 'sqlite:/r.db' }).recordStoreUrl).toBe(
      'sqlite:/r.db',
    );
  });

  it('takes a named model for an OpenAI-compatible one', () => {
    expect(
      readConfig({}, { QUARRY_CHAT_MODEL: 'qwen3:8b', QUARRY_CHAT_BASE_URL: 'http://localhost:11434/v1' })
        .chatProvider,
    ).toBe('openai');
  });

  it('reads keys and their tenants; a key may contain an equals sign', () => {
    expect(readConfig({}, { QUARRY_API_KEYS: 'abc=team-a, x=y=team-b' }).apiKeys).toEqual({
      abc: 'team-a',
      'x=y': 'team-b',
    });
  });

  it('reads whose tokens it takes, and what their claims are called', () => {
    expect(
      readConfig(
        {},
        {
          QUARRY_JWT_ISSUER: 'https://id.example/realms/one',
          QUARRY_JWT_AUDIENCE: 'quarry',
          QUARRY_JWT_CLAIMS: 'tenant=org_id, role=realm_access.roles',
        },
      ),
    ).toMatchObject({
      jwtIssuer: 'https://id.example/realms/one',
      jwtAudience: 'quarry',
      jwtClaims: {
        tenant: 'org_id',
        role: 'realm_access.roles',
        pipelines: 'pipelines',
        repositories: 'repositories',
      },
    });
    expect(readConfig({}, {}).jwtIssuer).toBeUndefined();
  });

  it.each([
    [{ QUARRY_PORT: 'many' }, 'port'],
    [{ QUARRY_CARRIER: 'pigeon' }, 'carrier'],
    [{ QUARRY_CHAT_BASE_URL: 'nowhere', QUARRY_CHAT_MODEL: 'm' }, 'chatBaseUrl'],
    [{ QUARRY_CHAT_PROVIDER: 'anthropic' }, 'QUARRY_CHAT_MODEL'],
    [{ QUARRY_API_KEYS: 'no-tenant' }, 'key=tenant'],
    [{ QUARRY_API_KEYS: 'abc=*' }, 'A tenant in QUARRY_API_KEYS'],
    [{ QUARRY_JWT_ISSUER: 'https://id.example' }, 'QUARRY_JWT_AUDIENCE'],
    [{ QUARRY_JWT_ISSUER: 'nowhere', QUARRY_JWT_AUDIENCE: 'quarry' }, 'jwtIssuer must be a URL'],
    [{ QUARRY_JWT_ISSUER: 'http://id.example', QUARRY_JWT_AUDIENCE: 'quarry' }, 'over https alone'],
    [{ QUARRY_OIDC_CLIENT_ID: 'quarry' }, 'needs QUARRY_JWT_ISSUER'],
    [{ QUARRY_JWT_CLAIMS: 'owner=sub' }, 'NAME=CLAIM'],
    [{ QUARRY_JWT_CLAIMS: 'tenant=' }, 'NAME=CLAIM'],
    [{ QUARRY_RATE_LIMIT: 'fast' }, 'rateLimit'],
    [{ QUARRY_DAY_COST: '-1' }, 'dayCost'],
  ])('refuses %j and names it', (env, named) => {
    expect(() => readConfig({}, env)).toThrow(named);
  });

  it.each([
    ['vscode://file/{path}:{line}', true],
    ['idea://open?file={path}&line={line}', true],
    ['vscode://file/home/ann/{repository}/{relative}:{line}', true],
    ['vscode://file/', false],
    ['{path}', false],
    ['javascript:open("{path}")', false],
    ['JavaScript:alert({path})', false],
    ['data:text/html,{relative}', false],
  ])('takes %s as the URL of an editor: %s', (editorUrl, isTaken) => {
    const read = (): string | undefined => readConfig({}, { QUARRY_EDITOR_URL: editorUrl }).editorUrl;
    if (isTaken) expect(read()).toBe(editorUrl);
    else expect(read).toThrow('editorUrl must be the URL of an editor');
  });

  it('reads every number and every list of the environment', () => {
    const env = {
      QUARRY_PORT: '1',
      QUARRY_OPS_PORT: '2',
      QUARRY_STORE_WAIT: '3',
      QUARRY_CLOSE_WAIT: '4',
      QUARRY_RATE_LIMIT: '600',
      QUARRY_FAILED_ATTEMPTS: '4',
      QUARRY_DAY_TOKENS: '1000000',
      QUARRY_DAY_COST: '2.5',
      QUARRY_MAX_STREAMS: '5',
      QUARRY_MAX_STREAMS_PER_KEY: '6',
      QUARRY_MAX_TURNS: '7',
      QUARRY_MAX_TURNS_PER_KEY: '8',
      QUARRY_STREAM_STALL: '9',
      QUARRY_CONCURRENCY: '10',
      QUARRY_TURN_RETENTION_DAYS: '11',
    };
    const config = readConfig({}, { ...env, QUARRY_TRUSTED_PROXIES: '10.0.0.0/8, 192.168.0.1' });
    for (const [name, text] of Object.entries(env))
      expect([name, config[ENVIRONMENT[name as keyof typeof env]]]).toEqual([name, Number(text)]);
    expect(config.trustedProxies).toEqual(['10.0.0.0/8', '192.168.0.1']);
    // Each field that holds a number by default is among those above.
    const numbers = Object.entries(ENVIRONMENT).filter(([, field]) => typeof config[field] === 'number');
    expect(numbers.map(([name]) => name).toSorted()).toEqual(Object.keys(env).toSorted());
  });

  it('is described in docs/configuration.md, every variable and no other', () => {
    const page = readFileSync(join(__dirname, '../../../docs/configuration.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `(\w+)` \|/gm)].map((match) => match[1]);
    expect(rows.toSorted()).toEqual(Object.keys(ENVIRONMENT).toSorted());
  });
});
