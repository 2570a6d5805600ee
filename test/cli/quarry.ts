import { fork, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

// Each test starts several processes; how long that takes is no part of what is tested.
jest.setTimeout(180_000);

export const ROOT = resolve(__dirname, '../..');

/** The built program: what users run. `./quarry test` builds before it tests. */
export const PROGRAM = join(ROOT, 'apps/cli/dist/main.js');

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves when stderr has this text; rejects where the command ends without it. */
  said(text: string): Promise<void>;
  /** What stderr has now. */
  soFar(): string;
}

/** A temporary folder to work in, with a home of its own: no embedding model, no settings of whoever runs the tests. */
export class Workplace {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'quarry-cli-')));
  readonly home = join(this.root, 'home');
  private readonly running = new Set<ChildProcess>();

  constructor() {
    mkdirSync(this.home);
  }

  path(...parts: string[]): string {
    return join(this.root, ...parts);
  }

  /** Writes files below a folder of the workplace and returns the folder. */
  write(folder: string, files: Readonly<Record<string, string | Buffer>>): string {
    const root = this.path(folder);
    mkdirSync(root, { recursive: true });
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    }
    return root;
  }

  start(args: readonly string[], options: Where = {}): Running {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM, ...args], {
      cwd: options.cwd ?? this.root,
      env: { PATH: process.env['PATH'], HOME: this.home, ...options.env },
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
    });
    this.keep(child);
    let out = '';
    let err = '';
    const listeners = new Set<() => void>();
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text;
      for (const listener of listeners) listener();
    });
    // A command that ends before it has read all of its input is no failure of the test.
    child.stdin.on('error', () => undefined).end(options.input ?? '');
    const ended = new Promise<Ended>((done, failed) => {
      child.on('error', failed);
      child.on('close', (code, signal) => {
        done({ code, signal, out, err });
      });
    });
    const said = (text: string): Promise<void> =>
      new Promise((done, failed) => {
        const look = (): void => {
          if (err.includes(text)) done();
        };
        listeners.add(look);
        look();
        void ended.then((end) => {
          failed(new Error(`ended with ${end.code} and never said '${text}': ${end.out}${end.err}`));
        });
      });
    return { child, ended, said, soFar: () => err };
  }

  /** Runs one command line to its end. */
  run(args: readonly string[], options: Where = {}): Promise<Ended> {
    return this.start(args, options).ended;
  }

  /**
   * Runs command lines one after another in one process, and gives the end of each: for what commands say before they do anything, where a process for
   * each would take most of the time.
   */
  async endsOf(lines: readonly (readonly string[])[]): Promise<readonly Ended[]> {
    const child = fork(join(__dirname, 'command-lines.ts'), [dirname(PROGRAM), JSON.stringify(lines)], {
      cwd: this.root,
      env: { PATH: process.env['PATH'], HOME: this.home },
      execArgv: ['--no-warnings'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.keep(child);
    const failed = once(child, 'exit').then(([code]) => {
      throw new Error(`ended with ${String(code)} before it had sent how ${lines.length} commands ended`);
    });
    const [ends] = (await Promise.race([once(child, 'message'), failed])) as [readonly Ended[]];
    // It ends now, as it was meant to.
    failed.catch(() => undefined);
    child.disconnect();
    return ends;
  }

  git(folder: string, ...args: string[]): string {
    const options = ['-c', 'user.name=t', '-c', 'user.email=t@t', '-c', 'init.defaultBranch=main'];
    const { status, stdout, stderr } = spawnSync('git', [...options, ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
    return stdout;
  }

  /** What a failed test has left running is ended, too. */
  remove(): void {
    for (const child of this.running) child.kill('SIGKILL');
    rmSync(this.root, { recursive: true, force: true, maxRetries: 10 });
  }

  private keep(child: ChildProcess): void {
    this.running.add(child);
    child.on('exit', () => this.running.delete(child));
  }
}

export interface Where {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Buffer;
  readonly uid?: number;
}

/** A small shop: a question about it has one right place. */
export const SHOP = {
  'src/tax.ts': `/** The value added tax of a net amount, by the rate of its country. */
export function taxOf(net: number, country: string): number {
  return net * rateFor(country);
}

/** Rates by country; an unknown country pays the standard rate. */
export function rateFor(country: string): number {
  return country === 'AT' ? 0.2 : 0.19;
}
`,
  'src/invoice.ts': `import { taxOf } from './tax';

/** The gross total of an invoice. */
export function totalOf(net: number): number {
  return net + taxOf(net, 'DE');
}
`,
  'docs/returns.md': `# Returns

Goods may be returned within thirty days. The refund goes to the card that paid.
`,
} as const;

/** What a refused command looks like: the code, words on stderr only, and no stack. */
export function expectRefusal(ended: Ended, code: number, ...words: (string | RegExp)[]): void {
  expect(ended).toMatchObject({ code, out: '' });
  for (const word of words)
    expect(ended.err).toMatch(word instanceof RegExp ? word : new RegExp(escape(word)));
  expectNoStack(ended);
}

export function expectNoStack({ out, err }: Ended): void {
  expect(`${out}${err}`).not.toMatch(/^\s+at .+:\d+:\d+\)?$/m);
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
