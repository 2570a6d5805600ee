import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { GUARD, runGuarded } from './guarded-process';
import { runIndexers, type MadeIndex } from './run-indexers';
import { readDocuments } from './scip-index';
import { SCIP_FIXTURES } from './testing/fixtures';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-indexers-'));
  for (const name of ['code', 'bin', 'out', 'own']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'code/a.ts'), 'export function a(): void {}\na();\n');
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a program with the rights of an indexer. */
function guarded(text: string, isConfined: boolean): Promise<string | undefined> {
  const own = join(folder, 'own');
  writeFileSync(join(own, 'guard.cjs'), GUARD);
  writeFileSync(join(folder, 'bin/program.cjs'), text);
  return runGuarded({
    ...{ script: join(folder, 'bin/program.cjs'), args: [], cwd: join(folder, 'code') },
    ...{ folder: own, guard: join(own, 'guard.cjs'), isConfined, processorSeconds: 2 },
  });
}

async function indexed(
  paths: readonly string[] = ['a.ts'],
  bin = join(folder, 'bin'),
): Promise<readonly MadeIndex[]> {
  const made: MadeIndex[] = [];
  const options = {
    root: join(folder, 'code'),
    paths,
    project: 'code',
    folder: join(folder, 'out'),
    searchPath: [bin, 'relative'].join(delimiter),
  };
  for await (const each of runIndexers(options)) made.push(each);
  return made;
}

/** Installs a program on the search path. */
function install(name: string, text: string): void {
  const file = join(folder, 'bin', name);
  writeFileSync(file, text);
  chmodSync(file, 0o755);
}

describe('a program that is run as an indexer', () => {
  it('can read the code and write its own files', async () => {
    const text = `const fs = require('fs'); fs.writeFileSync('${folder}/own/out', fs.readFileSync('a.ts'));`;
    expect(await guarded(text, true)).toBeUndefined();
    expect(readFileSync(join(folder, 'own/out'), 'utf8')).toContain('function a');
  });

  it('cannot write elsewhere', async () => {
    const text = `require('fs').writeFileSync('${folder}/code/a.ts', 'changed');`;
    expect(await guarded(text, true)).toMatch(/^failed: .*Access to this API has been restricted/);
    expect(readFileSync(join(folder, 'code/a.ts'), 'utf8')).toContain('function a');
  });

  it.each([true, false])('cannot reach the network (confined: %s)', async (isConfined) => {
    let calls = 0;
    const server = createServer((socket) => {
      calls++;
      socket.destroy();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    try {
      const { port } = server.address() as AddressInfo;
      const text = `fetch('http://127.0.0.1:${port}').catch((error) => { console.error(error.cause.message); process.exit(1); });`;
      expect(await guarded(text, isConfined)).toBe('failed: the network is not allowed here');
      expect(calls).toBe(0);
    } finally {
      server.close();
    }
  });

  it.each([true, false])('cannot start another program (confined: %s)', async (isConfined) => {
    const text = `require('child_process').execFileSync('touch', ['${folder}/own/started']);`;
    expect(await guarded(text, isConfined)).toMatch(/^failed: .*another program is not allowed here/);
    expect(existsSync(join(folder, 'own/started'))).toBe(false);
  });

  it('does not see the environment', async () => {
    process.env['QUARRY_SECRET_OF_TEST'] = 'secret';
    const text = 'process.exit(process.env.QUARRY_SECRET_OF_TEST === undefined ? 0 : 1);';
    expect(await guarded(text, true)).toBeUndefined();
    delete process.env['QUARRY_SECRET_OF_TEST'];
  });

  it('ends at its limit of CPU time', async () => {
    expect(await guarded('for (;;) {}', true)).toBe('did not end within 2 s of CPU time and an hour in all');
  });
});

describe('the installed indexers', () => {
  it('are run for the languages of the folder; a missing one is one sentence', async () => {
    expect(await indexed(['README.md'])).toEqual([]);
    expect(await indexed(['a.ts', 'b.py'])).toEqual([
      {
        indexer: 'scip-typescript',
        problem:
          "scip-typescript is not installed (npm install --global @sourcegraph/scip-typescript). The edges of TypeScript and JavaScript are Quarry's own.",
      },
      { indexer: 'scip-python', problem: expect.stringContaining('scip-python is not installed') as string },
    ]);
  });

  it('are not those of the folder, which could do anything; one around it serves', async () => {
    const script = `#!/usr/bin/env node\nrequire('fs').writeFileSync('${folder}/started', '');\n`;
    for (const place of ['code/node_modules/.bin', 'code/bin', 'node_modules/.bin']) {
      mkdirSync(join(folder, place), { recursive: true });
      writeFileSync(join(folder, place, 'scip-typescript'), script);
      const [made] = await indexed(['a.ts'], join(folder, 'code/bin'));
      const isAround = place === 'node_modules/.bin';
      const why = isAround ? 'Access to this API has been restricted' : 'is a program of the indexed folder';
      expect(made).toMatchObject({ problem: expect.stringContaining(why) as string });
      expect(existsSync(join(folder, 'started'))).toBe(false);
    }
  });

  it('fail in one sentence', async () => {
    install('scip-typescript', "#!/usr/bin/env node\nthrow new TypeError('no project');\n");
    expect(await indexed()).toEqual([
      {
        indexer: 'scip-typescript',
        problem:
          "scip-typescript failed: TypeError: no project. The edges of TypeScript and JavaScript are Quarry's own.",
      },
    ]);
    install('scip-typescript', '#!/bin/sh\nexit 0\n');
    expect(await indexed()).toMatchObject([
      { problem: expect.stringContaining('is not a script for Node.js') as string },
    ]);
  });

  it('write their index outside of the folder, whose files stay as they are', async () => {
    const index = join(SCIP_FIXTURES, 'serialize-error/index.scip');
    install(
      'scip-typescript',
      `#!/usr/bin/env node\nrequire('fs').copyFileSync('${index}', process.argv[process.argv.indexOf('--output') + 1]);\n`,
    );
    const [made] = await indexed();
    if (!made || !('path' in made)) throw new Error(JSON.stringify(made));
    expect([...readDocuments(readFileSync(made.path))].map((document) => document.path).toSorted()).toEqual([
      'error-constructors.js',
      'index.js',
    ]);
    expect(existsSync(join(folder, 'code/tsconfig.json'))).toBe(false);
  });
});
