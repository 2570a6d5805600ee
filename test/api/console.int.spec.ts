import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Running } from '@quarry/solo';
import { builtConsole } from '../browser/built-console';
import { call, expectProblem, startGateway } from './gateway-under-test';

describe('the console as the gateway serves it', () => {
  let gateway: Running & { readonly url: string };
  const dataDir = mkdtempSync(path.join(tmpdir(), 'quarry-console-'));
  const get = (path: string): Promise<Response> => fetch(`${gateway.url}${path}`);

  beforeAll(async () => {
    builtConsole();
    gateway = await startGateway(dataDir, { apiKeys: { 'the-key': 'acme' } });
  });
  afterAll(async () => {
    await gateway.close();
    rmSync(dataDir, { recursive: true });
  });

  it.each(['/', '/ask', '/turns', '/turns/t1', '/pipelines', '/pipelines/code', '/index', '/operations'])(
    'sends the page for %s without a key, uncached, with a strict policy',
    async (path) => {
      const reply = await get(path);
      expect(reply.status).toBe(200);
      expect(reply.headers.get('content-type')).toContain('text/html');
      expect(reply.headers.get('cache-control')).toBe('no-store');
      const policy = reply.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self';");
      expect(policy).not.toContain('unsafe');
      expect(await reply.text()).toContain('id="console"');
    },
  );

  it('sends the files of the page, cacheable forever, and nothing in the page that the policy refuses', async () => {
    const page = await (await get('/')).text();
    expect(page).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=|style=|https?:\/\//);
    const named = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(named.length).toBeGreaterThan(2);
    for (const file of named) {
      expect(file).toMatch(/^\/assets\/[\w.-]+-[\w-]{8}\.(js|css|svg)$/);
      const reply = await get(file);
      expect(reply.status).toBe(200);
      expect(reply.headers.get('cache-control')).toContain('immutable');
      expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('sends scripts compressed to clients that accept that, and uncompressed to others', async () => {
    const page = await (await get('/')).text();
    const script = /src="([^"]+\.js)"/.exec(page)?.[1] ?? '';
    const plain = await fetch(`${gateway.url}${script}`, { headers: { 'accept-encoding': 'identity' } });
    const short = await fetch(`${gateway.url}${script}`, { headers: { 'accept-encoding': 'br' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(short.headers.get('content-encoding')).toBe('br');
    expect(Number(short.headers.get('content-length'))).toBeLessThan(
      Number(plain.headers.get('content-length')) / 2,
    );
    for (const { headers } of [plain, short]) {
      expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(headers.get('vary')).toContain('Accept-Encoding');
    }
    expect(await short.text()).toBe(await plain.text());
  });

  it.each([
    '/assets/none.js',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/index.html',
    '/assets/%2fetc%2fpasswd',
    '/assets/',
    '/assets/%00',
  ])('has no file %s', async (path) => {
    expectProblem(await call(gateway.url, `GET ${path}`), 404, 'route_unknown');
  });

  it('leaves the API and its page as they were', async () => {
    expectProblem(await call(gateway.url, 'GET /v1/turns'), 401, 'unauthorized');
    expectProblem(await call(gateway.url, 'GET /v1/none'), 404, 'route_unknown');
    const headers = { authorization: 'Bearer the-key' };
    expect(await (await fetch(`${gateway.url}/docs`, { headers })).text()).toContain('Quarry API');
    const { body } = await call<{ paths: object }>(gateway.url, 'GET /v1/openapi.json', { key: 'the-key' });
    expect(
      Object.keys(body.paths).filter((path) => !path.startsWith('/v1') && !path.startsWith('/health')),
    ).toEqual(['/mcp']);
  });
});
