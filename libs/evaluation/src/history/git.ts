import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { Fault } from '@quarry/turn';

/** Bounds of one call of git. */
export interface GitCall {
  /** What it reads from its standard input. */
  readonly input?: string;
  /** Most bytes that it may print. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

const MAX_BYTES = 256 * 1024 * 1024;
const MAX_MS = 120_000;

/**
 * What must hold for every call: no program that the repository's own configuration names is started (fsmonitor, hooks, a pager), nothing
 * is fetched, nothing is written. External diff and text conversion are refused by the commands themselves.
 */
const SAFE = [
  '--no-pager',
  '--no-optional-locks',
  '--no-replace-objects',
  '--literal-pathspecs',
  ...[
    'core.fsmonitor=false',
    'core.hooksPath=/dev/null',
    'protocol.allow=never',
    'core.quotePath=false',
  ].flatMap((setting) => ['-c', setting]),
];

/** A local git repository that is only read, bare or with a work tree; git is called without a shell. */
export class GitRepository {
  private constructor(readonly path: string) {}

  /** @throws Fault `path_not_found` where there is no repository, `bad_request` where there is no git. */
  static async open(path: string, signal?: AbortSignal): Promise<GitRepository> {
    if (!(await stat(path).catch(() => null))?.isDirectory())
      throw new Fault('path_not_found', `There is no folder ${path}. Give a local git repository.`);
    const repository = new GitRepository(path);
    await repository.run(['rev-parse', '--git-dir'], signal ? { signal } : {}).catch((error: unknown) => {
      if (!(error instanceof GitFailed)) throw error;
      throw new Fault(
        'path_not_found',
        `${path} is no git repository that git reads: ${error.message}. Give a clone, bare or with a work tree.`,
      );
    });
    return repository;
  }

  /**
   * What git prints.
   * @throws Fault `bad_request` where git is not installed, `cancelled`. @throws GitFailed where it fails or exceeds a bound.
   */
  run(args: readonly string[], { input = '', maxBytes = MAX_BYTES, signal }: GitCall = {}): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const child = spawn('git', ['-C', this.path, ...SAFE, ...args], {
        stdio: ['pipe', 'pipe', 'pipe'],
        timeout: MAX_MS,
        ...(signal ? { signal } : {}),
      });
      const out: Buffer[] = [];
      let bytes = 0;
      let complaint = '';
      child.stdout.on('data', (part: Buffer) => {
        bytes += part.length;
        if (bytes > maxBytes) child.kill();
        else out.push(part);
      });
      child.stderr.on(
        'data',
        (part: Buffer) => (complaint = `${complaint}${part.toString()}`.slice(0, 2_000)),
      );
      child.on('error', (error: NodeJS.ErrnoException) => {
        if (signal?.aborted) reject(new Fault('cancelled', 'reading the history was stopped.'));
        else if (error.code === 'ENOENT')
          reject(
            new Fault('bad_request', 'git is not installed, or not on the PATH. Histories are read with it.'),
          );
        else reject(error);
      });
      child.on('close', (code) => {
        if (bytes > maxBytes) reject(new GitFailed(`git ${args[0]} printed more than ${maxBytes} bytes`));
        else if (code !== 0)
          reject(new GitFailed(firstLine(complaint) || `git ${args[0]} ended with ${code}`));
        else resolve(Buffer.concat(out));
      });
      // A process that ended before it has read everything says so by its exit code.
      child.stdin.on('error', () => undefined);
      child.stdin.end(input);
    });
  }
}

/** Git itself refused, or exceeded a bound. */
export class GitFailed extends Error {}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? '';
}
