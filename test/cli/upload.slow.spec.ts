import { zipSync, strToU8 } from 'fflate';
import { expectRefusal, Workplace, type Running } from './quarry';

const STOCK = 'export class Stock {\n  take(pieces: number): number {\n    return pieces;\n  }\n}\n';

describe('quarry upload', () => {
  const at = new Workplace();
  let serving: Running;
  let server: string;
  beforeAll(async () => {
    serving = at.start(['serve', '--port', '0'], {
      cwd: at.write('gateway', {}),
      env: { QUARRY_API_KEYS: 'key-of-acme=acme' },
    });
    await serving.said('API at ');
    server = /API at (http:\/\/[\w.:]+)/.exec(serving.soFar())?.[1] ?? '';
  });
  afterAll(async () => {
    serving.child.kill('SIGTERM');
    await serving.ended;
    at.remove();
  });

  const upload = (args: readonly string[], key = 'key-of-acme') =>
    at.run(['upload', ...args, '--no-vectors'], { env: { QUARRY_API_KEY: key, QUARRY_SERVER: server } });

  it('a folder: without what is ignored, with the report of the job', async () => {
    const shop = at.write('shop', {
      'src/stock.ts': STOCK,
      '.gitignore': 'secret.txt\n',
      'secret.txt': 'not to be sent',
      'node_modules/x/index.js': 'x',
    });
    const { code, out, err } = await upload([shop]);
    expect({ code, err }).toMatchObject({ code: 0 });
    expect(out).toMatch(/^shop@current {2}indexed /);
    expect(out).toMatch(/2 files, \d+ chunks? \(no vectors\)/);
    const asked = await at.run(['ask', 'Where is Stock?', '--json', '--server', server], {
      env: { QUARRY_API_KEY: 'key-of-acme' },
    });
    expect(asked.out).toContain('src/stock.ts');
    const secret = await at.run(['ask', 'What is not to be sent?', '--json', '--server', server], {
      env: { QUARRY_API_KEY: 'key-of-acme' },
    });
    expect(secret.out).not.toContain('secret.txt"');
  });

  it('an archive and several files, under a name', async () => {
    const archive = at.write('archives', { 'a.zip': Buffer.from(zipSync({ 'a.ts': strToU8(STOCK) })) });
    const one = await upload([`${archive}/a.zip`, '--json']);
    expect(one.code).toBe(0);
    expect(JSON.parse(one.out)).toMatchObject({ status: 'finished', repository: 'a', indexed: { files: 1 } });
    const files = at.write('files', { 'b.ts': STOCK, 'c.md': '# C\n\nText.\n' });
    const two = await upload([`${files}/b.ts`, `${files}/c.md`, '--repository', 'both', '--json']);
    expect(JSON.parse(two.out)).toMatchObject({ repository: 'both', indexed: { files: 2 } });
  });

  it('fails with a message where there is nothing to send, no right, or no archive in it', async () => {
    expectRefusal(await upload([at.path('gone')]), 1, 'path_not_found');
    expectRefusal(await upload([at.write('empty', {})]), 1, 'path_not_found');
    expectRefusal(await upload([at.write('other', { 'a.ts': STOCK })], 'wrong'), 1, 'unauthorized');
    const broken = at.write('broken', { 'no.zip': 'no archive' });
    expectRefusal(await upload([`${broken}/no.zip`]), 1, 'upload_invalid');
  });
});
