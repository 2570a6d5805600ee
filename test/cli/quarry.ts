import { fork, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

// Each test starts several processes, whose duration is not tested.
jest.setTimeout(180_000);

export const ROOT = resolve(__dirname, '../..');

/** The program as the compiler wrote it. `./quarry test` builds before it tests. */
export const PROGRAM = join(ROOT, 'apps/cli/dist/main.js');

/** The bundled program, which `./quarry` starts. */
export const BUNDLED_PROGRAM = join(ROOT, 'apps/cli/dist/bundle/main.js');

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves when stderr contains this text; rejects if the command ends without it. */
  said(text: string): Promise<void>;
  /** The current content of stderr. */
  soFar(): string;
}

/** A temporary working folder with a separate home: no embedding model, and no settings of the user. */
export class Workplace {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'quarry-cli-')));
  readonly home = join(this.root, 'home');
  private readonly running = new Set<ChildProcess>();
  private shared: SharedProcess | undefined;

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
    const { program = BUNDLED_PROGRAM } = options;
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args], {
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
    // A command that ends before it has read all of its input does not fail the test.
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
   * Runs one command line to its end, in a shared process: for commands that do not need their own process, because
   * starting one takes most of the time. One at a time.
   */
  async runHere(args: readonly string[], { cwd = this.root, env = {} }: Place = {}): Promise<Ended> {
    const { child, gone } = (this.shared ??= this.startShared());
    const line: CommandLine = { args, cwd, env: { PATH: process.env['PATH'], HOME: this.home, ...env } };
    child.send(line);
    const [ended] = (await Promise.race([once(child, 'message'), gone])) as [Ended];
    return ended;
  }

  /** The same for several command lines, sequentially. */
  async endsOf(lines: readonly (readonly string[])[]): Promise<readonly Ended[]> {
    const ends: Ended[] = [];
    for (const line of lines) ends.push(await this.runHere(line));
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

  /** Also ends processes that a failed test has left running. */
  remove(): void {
    for (const child of this.running) child.kill('SIGKILL');
    rmSync(this.root, { recursive: true, force: true, maxRetries: 10 });
  }

  private startShared(): SharedProcess {
    const child = fork(join(__dirname, 'command-lines.ts'), [dirname(PROGRAM)], {
      cwd: this.root,
      env: { PATH: process.env['PATH'], HOME: this.home },
      execArgv: ['--no-warnings'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.keep(child);
    const gone = once(child, 'exit').then(([code]) => {
      throw new Error(`the process of all commands ended with ${String(code)}`);
    });
    // Without a waiting command, this is the intended end.
    gone.catch(() => undefined);
    return { child, gone };
  }

  private keep(child: ChildProcess): void {
    this.running.add(child);
    child.on('exit', () => this.running.delete(child));
  }
}

/** The process that runs the commands of `runHere`. */
interface SharedProcess {
  readonly child: ChildProcess;
  /** Rejects when it has ended. */
  readonly gone: Promise<never>;
}

/** A command line with everything that it depends on. */
export interface CommandLine {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<NodeJS.ProcessEnv>;
}

export interface Place {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Where extends Place {
  readonly input?: string | Buffer;
  readonly uid?: number;
  /** The bundled program by default. */
  readonly program?: string;
}

/** A small shop: a question about it has one correct place. */
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

/** Expects a refused command: the exit code, output only on stderr, and no stack. */
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
