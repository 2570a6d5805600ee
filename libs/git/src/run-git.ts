import { spawn } from 'node:child_process';
import { Fault } from '@quarry/turn';

/** Bounds of one call of git. */
export interface GitCall {
  /** What it reads from its standard input. */
  readonly input?: string;
  /** Most bytes that it may print; 256 MiB by default. */
  readonly maxBytes?: number;
  /** Most processor time that it may take, in whole seconds; 120 by default. */
  readonly processorSeconds?: number;
  readonly signal?: AbortSignal;
}

/** Git itself refused, ended with an error, or exceeded a bound. The message is git's first line, without our own paths. */
export class GitFailed extends Error {
  constructor(
    message: string,
    /** Its exit code; null where it was ended. */
    readonly exitCode: number | null,
  ) {
    super(message);
  }
}

const MAX_BYTES = 256 * 1024 * 1024;
const PROCESSOR_SECONDS = 120;
/** For a git that waits and computes nothing, as for a network folder that is gone: an hour. */
const MAX_MS = 3_600_000;
/**
 * Lets the system end git for the processor time that it uses. Node cannot: of another process it knows only how long that has run, which
 * depends on what else the machine does. The script is fixed, the call's words are its arguments. Windows has no such limit.
 */
const LIMITED = 'ulimit -t "$1" 2>/dev/null; shift; exec git "$@"';
/** What a shell ends with where it does not find the program. */
const NOT_FOUND = 127;
const MAX_COMPLAINT = 2_000;

/**
 * Runs git once and gives what it prints. No shell reads the words of the call.
 * @param cwd a folder of ours: a program that lies in a repository must not be found by a relative entry of PATH
 * @throws Fault `bad_request` where git is not installed, `cancelled`. @throws GitFailed
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
        const within = child.killed ? 'an hour' : `${processorSeconds} s of processor time`;
        reject(new GitFailed(`it did not end within ${within}`, null));
      } else if (code !== 0) reject(new GitFailed(reasonOf(complaint, code), code));
      else resolve(Buffer.concat(out));
    });
    // A process that ended before it has read everything says so by its exit code.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

/** There is no git to ask. */
export class GitMissing extends Fault {
  constructor() {
    super('bad_request', 'git is not installed, or not on the PATH. Install git 2.32 or later.');
  }
}

/** The line that says what went wrong: git prints warnings before it. */
function reasonOf(complaint: string, code: number): string {
  const lines = complaint.trim().split('\n');
  const line =
    lines.find((each) => each.startsWith('fatal: ')) ?? lines.find((each) => each.startsWith('error: '));
  return (line ?? lines[0] ?? '').replace(/^(?:fatal|error): /, '') || `it ended with exit code ${code}`;
}
