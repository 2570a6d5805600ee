import { spawn } from 'node:child_process';
import { Fault } from '@quarry/turn';

/** Limits of one git call. */
export interface GitCall {
  /** Standard input. */
  readonly input?: string;
  /** Limit of the output, in bytes; 256 MiB by default. */
  readonly maxBytes?: number;
  /** Limit of the CPU time, in whole seconds; 120 by default. */
  readonly processorSeconds?: number;
  readonly signal?: AbortSignal;
}

/** Git reported an error or exceeded a limit. The message is git's error line, without internal paths. */
export class GitFailed extends Error {
  constructor(
    message: string,
    /** Git's exit code; null if it was killed. */
    readonly exitCode: number | null,
  ) {
    super(message);
  }
}

const MAX_BYTES = 256 * 1024 * 1024;
const PROCESSOR_SECONDS = 120;
/** For a git that waits without using CPU, e.g. on a network folder that is gone: one hour. */
const MAX_MS = 3_600_000;
/**
 * Makes the system kill git by its CPU time. Node can only limit the wall-clock time of another process, which depends
 * on the load of the machine. The script is fixed; the call's words are its arguments. Windows has no such limit.
 */
const LIMITED = 'ulimit -t "$1" 2>/dev/null; shift; exec git "$@"';
/** Exit code of a shell that does not find the program. */
const NOT_FOUND = 127;
const MAX_COMPLAINT = 2_000;

/**
 * Runs git once and returns its output. No shell interprets the arguments.
 * @param cwd an isolated folder, so that a relative entry of PATH cannot find a program inside a repository
 * @throws Fault `bad_request` if git is not installed, `cancelled`. @throws GitFailed
 */
export function runGit(
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
  { input = '', maxBytes = MAX_BYTES, processorSeconds = PROCESSOR_SECONDS, signal }: GitCall = {},
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const [program, words] =
      process.platform === 'win32'
        ? ['git', args]
        : ['/bin/sh', ['-c', LIMITED, 'git', String(processorSeconds), ...args]];
    const child = spawn(program, [...words], {
      cwd,
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: MAX_MS,
      killSignal: 'SIGKILL',
      ...(signal ? { signal } : {}),
    });
    const out: Buffer[] = [];
    let bytes = 0;
    let complaint = '';
    child.stdout.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes > maxBytes) child.kill('SIGKILL');
      else out.push(part);
    });
    child.stderr.on('data', (part: Buffer) => {
      complaint = `${complaint}${part.toString()}`.slice(0, MAX_COMPLAINT);
    });
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (signal?.aborted) reject(new Fault('cancelled', 'Reading the git repository was stopped.'));
      else if (error.code === 'ENOENT') reject(new GitMissing());
      else reject(error);
    });
    child.on('close', (code) => {
      if (bytes > maxBytes) reject(new GitFailed(`it printed more than ${maxBytes} bytes`, null));
      else if (code === NOT_FOUND) reject(new GitMissing());
      else if (code === null) {
        const within = child.killed ? 'an hour' : `${processorSeconds} s of CPU time`;
        reject(new GitFailed(`it did not end within ${within}`, null));
      } else if (code !== 0) reject(new GitFailed(reasonOf(complaint, code), code));
      else resolve(Buffer.concat(out));
    });
    // A process that ends before it has read all input reports that by its exit code.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

/** Git is not installed. */
export class GitMissing extends Fault {
  constructor() {
    super('bad_request', 'git is not installed, or not on the PATH. Install git 2.32 or later.');
  }
}

/** The line with the error; git may print warnings before it. */
export function reasonOf(complaint: string, code: number): string {
  const lines = complaint.trim().split('\n');
  const line =
    lines.find((each) => each.startsWith('fatal: ')) ?? lines.find((each) => each.startsWith('error: '));
  return (line ?? lines[0] ?? '').replace(/^(?:fatal|error): /, '') || `it ended with exit code ${code}`;
}
