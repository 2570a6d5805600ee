import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { ROOT, SHOP, Workplace } from './quarry';

/** Uses the client as another project would: from an ES module, and from a CommonJS one. */
const ESM = `import { QuarryClient } from '@quarry/client';
const turn = await new QuarryClient({ baseUrl: process.argv[2] }).ask('Where is the value added tax of a country computed?');
console.log(turn.citations.map(({ path }) => path).join());
`;
const CJS = `const { QuarryClient, QuarryProblem } = require('@quarry/client');
new QuarryClient({ baseUrl: process.argv[2] }).turn('t1').catch((error) => {
  console.log(error instanceof QuarryProblem, error.code);
});
`;

/** Compiles against the declarations of the package alone. */
const TYPED = `import { QuarryClient, type TurnDto } from '@quarry/client';
export const ask = (question: string): Promise<TurnDto> => new QuarryClient({ baseUrl: '' }).ask(question);
// Fails if the declarations are not found, and everything is \`any\`.
export const typed: 0 extends 1 & TurnDto ? never : true = true;
`;

describe('the packages, installed into an empty folder', () => {
  const at = new Workplace();
  const folder = at.path('elsewhere');
  let shop: string;

  /** Runs a program in the folder, with this Node. Only npm has the user's settings: its registry, cache and certificates. */
  function ran(program: string, args: readonly string[], cwd = folder) {
    const PATH = [dirname(process.execPath), process.env['PATH']].join(delimiter);
    const env = program === 'npm' ? { ...process.env, PATH } : { PATH, HOME: at.home };
    const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8' });
    return { code: status, out: stdout, err: stderr };
  }
  const quarry = (args: readonly string[], cwd = folder) =>
    ran(join(folder, 'node_modules/.bin/quarry'), args, cwd);

  beforeAll(() => {
    mkdirSync(folder);
    shop = at.write('shop', SHOP);
    const packed = ran(process.execPath, [
      '--no-warnings',
      join(ROOT, 'scripts/packages.mts'),
      at.path('packages'),
    ]);
    expect(packed).toMatchObject({ code: 0 });
    const files = readdirSync(at.path('packages')).map((file) => at.path('packages', file));
    expect(files).toHaveLength(2);
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    const quiet = ['--prefer-offline', '--fetch-retries=1', '--ignore-scripts', '--no-audit', '--no-fund'];
    expect(ran('npm', ['install', ...quiet, ...files])).toMatchObject({ code: 0 });
  });
  afterAll(() => {
    at.remove();
  });

  it('the command indexes a folder and answers, with the data in that folder', () => {
    expect(quarry(['--version'])).toEqual({ code: 0, out: '0.1.0\n', err: '' });
    const indexed = quarry(['index', shop]);
    expect(indexed).toMatchObject({ code: 0, out: expect.stringMatching(/^indexed 3 files/) });
    expect(existsSync(join(shop, '.quarry/workspace.json'))).toBe(true);
    const asked = quarry(['ask', 'Where is the value added tax of a country computed?'], shop);
    expect(asked).toMatchObject({ code: 0, out: expect.stringMatching(/^ {2}\[\d+\] src\/tax\.ts:\d+/m) });
    expect(asked.err).not.toContain('Warning');
    expect(quarry(['pipelines', 'list']).out).toMatch(/^code\b/m);
    expect(quarry(['upgrade']).out).toContain('npm install -g @quarry/cli@latest');
  });

  it('serves the console, and answers the client', async () => {
    const serving = at.start(['serve', '--port', '0'], {
      cwd: shop,
      program: join(folder, 'node_modules/@quarry/cli/apps/cli/bin/quarry.js'),
    });
    await serving.said('API at ');
    const [url = ''] = /http:\/\/[\d.:]+/.exec(serving.soFar()) ?? [];
    const page = await (await fetch(`${url}/`)).text();
    const [script = ''] = /\/assets\/[\w-]+\.js/.exec(page) ?? [];
    expect((await fetch(url + script)).status).toBe(200);
    writeFileSync(join(folder, 'ask.mjs'), ESM);
    writeFileSync(join(folder, 'ask.cjs'), CJS);
    expect(ran(process.execPath, ['ask.mjs', url])).toMatchObject({
      code: 0,
      out: expect.stringContaining('src/tax.ts'),
    });
    expect(ran(process.execPath, ['ask.cjs', url])).toMatchObject({ code: 0, out: 'true turn_unknown\n' });
    serving.child.kill('SIGTERM');
    expect(await serving.ended).toMatchObject({ code: 0 });
  });

  it('the client is public, and has declarations that compile', () => {
    const client = join(folder, 'node_modules/@quarry/client');
    const manifest = JSON.parse(readFileSync(join(client, 'package.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    expect(manifest).toMatchObject({ license: 'Apache-2.0', publishConfig: { access: 'public' } });
    expect(manifest).not.toHaveProperty('private');
    expect(JSON.stringify(manifest['exports'])).not.toContain('src');
    expect(readdirSync(client).toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
    expect(readdirSync(join(client, 'dist')).filter((file) => /buildinfo|\.map$/.test(file))).toEqual([]);
    writeFileSync(join(folder, 'typed.mts'), TYPED);
    const options = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--module', 'nodenext'];
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    expect(ran(process.execPath, [tsc, ...options, 'typed.mts'])).toMatchObject({ code: 0, out: '' });
  });

  it('an old Node is told which one is needed', () => {
    const bin = join(folder, 'node_modules/@quarry/cli/apps/cli/bin/quarry.js');
    const old = `Object.defineProperty(process, 'versions', { value: { node: '20.20.2' } }); require(${JSON.stringify(bin)});`;
    expect(ran(process.execPath, ['-e', old])).toMatchObject({
      code: 1,
      err: expect.stringContaining('this is Node.js 20.20.2; Quarry needs 22.15 or newer'),
    });
  });
});
