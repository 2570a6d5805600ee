import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The launcher's own logic on a small stand-in for the workspace: its `npm` and its compiler write down that they
 * ran. The real installation and the real build run whenever `./quarry` does.
 */
interface Stage {
  readonly root: string;
  /** Folder for PATH: the stand-in npm, the real shell tools. */
  readonly bin: string;
  /** What ran so far: `install`, `build`. */
  ran(): readonly string[];
}

const stages: string[] = [];

function script(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, 0o755);
}

function stage(): Stage {
  const base = realpathSync(mkdtempSync(path.join(tmpdir(), 'quarry launcher ')));
  stages.push(base);
  const root = path.join(base, 'work space');
  const bin = path.join(base, 'bin');
  const ranFile = path.join(base, 'ran');
  mkdirSync(path.join(root, 'apps/cli/src'), { recursive: true });
  mkdirSync(path.join(root, 'libs/turn/src'), { recursive: true });
  copyFileSync(path.resolve(__dirname, '../quarry'), path.join(root, 'quarry'));
  writeFileSync(path.join(root, 'package-lock.json'), '{"version": 1}');
  writeFileSync(path.join(root, 'apps/cli/src/main.ts'), '');
  script(
    path.join(root, 'tsc.js'),
    `const fs = require('node:fs');
     fs.appendFileSync(${JSON.stringify(ranFile)}, 'build\\n');`,
  );
  // Bundles the command line and builds the console; without a sign of its own, so that a build counts once.
  script(
    path.join(root, 'vite.js'),
    `const fs = require('node:fs');
     if (!process.argv.at(-1).endsWith('apps/cli')) process.exit();
     fs.mkdirSync('apps/cli/dist/bundle', { recursive: true });
     fs.writeFileSync('apps/cli/dist/bundle/main.js', 'console.log(JSON.stringify({ cwd: process.cwd(), args: process.argv.slice(2) }))');`,
  );
  script(
    path.join(bin, 'npm'),
    `#!/bin/sh
     if [ -n "$NPM_SLEEP" ]; then
       trap 'kill $! ; exit 143' TERM
       sleep "$NPM_SLEEP" & wait
     fi
     if [ -n "$NPM_CHILD" ]; then
       sleep 600 &
       echo $! > "$NPM_CHILD"
       wait
     fi
     [ -z "$NPM_FAILS" ] || { echo 'npm error: no such host' >&2; exit 1; }
     echo install >> '${ranFile}'
     rm -rf node_modules && mkdir -p node_modules/.bin
     ln -s '${process.execPath}' node_modules/.bin/node
     ln -s ../../tsc.js node_modules/.bin/tsc
     ln -s ../../vite.js node_modules/.bin/vite
     touch node_modules/.package-lock.json`,
  );
  symlinkSync(process.execPath, path.join(bin, 'node'));
  return {
    root,
    bin,
    ran: () => (existsSync(ranFile) ? readFileSync(ranFile, 'utf8').trim().split('\n') : []),
  };
}

function environment(at: Stage, extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return { PATH: `${at.bin}:/usr/bin:/bin`, ...extra };
}

function launch(
  at: Stage,
  args: readonly string[],
  extra: NodeJS.ProcessEnv = {},
  as = path.join(at.root, 'quarry'),
) {
  const done = spawnSync(as, args, { cwd: tmpdir(), env: environment(at, extra), encoding: 'utf8' });
  return { status: done.status, stdout: done.stdout, stderr: done.stderr };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Returns once the process has ended; its parent may take a moment to notice. */
async function gone(pid: number): Promise<void> {
  while (isRunning(pid)) await sleep(20);
}

/** The process id in a file, once it is written. */
async function pidIn(file: string): Promise<number> {
  for (;;) {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    if (text.endsWith('\n')) return Number(text);
    await sleep(20);
  }
}

afterAll(() => {
  for (const folder of stages) rmSync(folder, { recursive: true, force: true });
});

describe('./quarry', () => {
  it('installs and builds once, then starts the command line in the caller’s folder', () => {
    const at = stage();
    const first = launch(at, ['ask', 'two words', '--json']);
    expect(first.stderr).toContain('installing the dependencies');
    expect(JSON.parse(first.stdout)).toEqual({
      cwd: realpathSync(tmpdir()),
      args: ['ask', 'two words', '--json'],
    });
    expect(launch(at, []).stderr).toBe('');
    expect(at.ran()).toEqual(['install', 'build']);
  });

  it('works through a symbolic link', () => {
    const at = stage();
    symlinkSync(path.join(at.root, 'quarry'), path.join(at.bin, 'q'));
    symlinkSync('q', path.join(at.bin, 'quarry'));
    expect(launch(at, ['x'], {}, path.join(at.bin, 'quarry')).status).toBe(0);
  });

  it('builds again when a source changes, and installs again when the lock file does', () => {
    const at = stage();
    launch(at, []);
    const later = new Date(Date.now() + 5_000);
    writeFileSync(path.join(at.root, 'libs/turn/src/turn.ts'), '');
    utimesSync(path.join(at.root, 'libs/turn/src/turn.ts'), later, later);
    launch(at, []);
    expect(at.ran()).toEqual(['install', 'build', 'build']);

    writeFileSync(path.join(at.root, 'package-lock.json'), '{"version": 2}');
    utimesSync(path.join(at.root, 'package-lock.json'), later, later);
    launch(at, []);
    expect(at.ran().filter((step) => step === 'install')).toHaveLength(2);
  });

  it('says what failed, and takes up from there the next time', () => {
    const at = stage();
    const failed = launch(at, [], { NPM_FAILS: '1' });
    expect(failed.status).toBe(1);
    expect(failed.stderr).toContain('npm error: no such host');
    expect(failed.stderr).toContain('run the same command again');
    expect(launch(at, []).status).toBe(0);
  });

  it('installs again after an installation that was killed half way', () => {
    const at = stage();
    launch(at, []);
    // What `kill -9` during npm ci leaves behind.
    writeFileSync(path.join(at.root, '.setup/installing'), '');
    expect(launch(at, []).status).toBe(0);
    expect(at.ran().filter((step) => step === 'install')).toHaveLength(2);
  });

  it('sets up once where two are started together', async () => {
    const at = stage();
    const codes = await Promise.all(
      [1, 2].map(
        () =>
          new Promise<number | null>((resolve) => {
            spawn(path.join(at.root, 'quarry'), [], {
              env: environment(at, { NPM_SLEEP: '1' }),
              stdio: 'ignore',
            }).on('close', resolve);
          }),
      ),
    );
    expect(codes).toEqual([0, 0]);
    expect(at.ran()).toEqual(['install', 'build']);
  });

  it('takes over the lock of a set-up that is dead', () => {
    const at = stage();
    const dead = spawnSync('true').pid;
    mkdirSync(path.join(at.root, '.setup/lock'), { recursive: true });
    writeFileSync(path.join(at.root, '.setup/lock/pid'), `${dead}\n`);
    expect(launch(at, []).status).toBe(0);
    expect(existsSync(path.join(at.root, '.setup/lock'))).toBe(false);
  });

  it('on Ctrl-C stops at once, gives the lock back, and the next call does the whole set-up', async () => {
    const at = stage();
    const child = spawn(path.join(at.root, 'quarry'), [], {
      env: environment(at, { NPM_SLEEP: '60' }),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    const code = await new Promise<number | null>((resolve) => {
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        if (said === '') setTimeout(() => child.kill('SIGINT'), 200);
        said += text;
      });
      child.on('exit', resolve);
    });
    expect({ code, said }).toEqual({ code: 130, said: expect.stringContaining('interrupted') });
    expect(existsSync(path.join(at.root, '.setup/lock'))).toBe(false);
    expect(launch(at, []).status).toBe(0);
    expect(at.ran()).toEqual(['install', 'build']);
  });

  it('ends with all that npm started when it is terminated from outside', async () => {
    const at = stage();
    const file = path.join(at.bin, 'child');
    const child = spawn(path.join(at.root, 'quarry'), [], {
      env: environment(at, { NPM_CHILD: file }),
      stdio: 'ignore',
    });
    const pid = await pidIn(file);
    child.kill('SIGTERM');
    await once(child, 'exit');
    await gone(pid);
    expect(existsSync(path.join(at.root, '.setup/lock'))).toBe(false);
  });

  it('waits for the npm of a set-up that was killed, and starts no second one beside it', async () => {
    const at = stage();
    const file = path.join(at.bin, 'child');
    const killed = spawn(path.join(at.root, 'quarry'), [], {
      env: environment(at, { NPM_CHILD: file }),
      stdio: 'ignore',
    });
    const pid = await pidIn(file);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const next = spawn(path.join(at.root, 'quarry'), [], {
      env: environment(at),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let waiting = '';
    for await (const text of next.stderr.setEncoding('utf8') as AsyncIterable<string>) {
      if (isRunning(pid)) waiting += text;
      // The first npm continues once its child has ended.
      if (waiting.includes('another setup is running') && isRunning(pid)) process.kill(pid);
    }
    expect(waiting).toContain('another setup is running');
    expect(waiting).not.toContain('installing the dependencies');
    // The killed set-up could not note that its installation was complete.
    expect(at.ran()).toEqual(['install', 'install', 'build']);
  });

  it('refuses a Node that is too old, and says where to get another', () => {
    const at = stage();
    rmSync(path.join(at.bin, 'node'));
    script(path.join(at.bin, 'node'), '#!/bin/sh\necho 18.19.0\n');
    const refused = launch(at, []);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('Node.js 18.19.0 is too old');
    expect(refused.stderr).toContain('https://nodejs.org');
    expect(at.ran()).toEqual([]);
  });
});
