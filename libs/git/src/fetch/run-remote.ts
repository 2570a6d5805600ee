import { spawn, type ChildProcess } from 'node:child_process';
import { Fault } from '@quarry/turn';
import { GitFailed, GitMissing, reasonOf } from '../run-git';

/** Limits of one git call that talks to a server. */
export interface RemoteCall {
  /** Limit of each file that git writes, in bytes. */
  readonly maxBytes: number;
  /** Receives each part of git's messages, progress included. */
  readonly onMessage?: (text: string) => void;
  readonly signal?: AbortSignal;
}

/** Limit of the output of `ls-remote`, in bytes. */
const MAX_OUTPUT = 1_048_576;
const PROCESSOR_SECONDS = 600;
/** A server that sends slowly, but never slowly enough for git's own limit, is left after half an hour. */
const MAX_MS = 1_800_000;
/** Unit of `ulimit -f` in a POSIX shell, in bytes. */
const BLOCK = 512;
/** Milliseconds that git has to end by itself. */
const GRACE_MS = 2_000;
const MAX_COMPLAINT = 4_000;
const NOT_FOUND = 127;

/**
 * Limits the CPU time and the size of files of git and of its helpers. If standard input ends before git, it ends them
 * all, and deletes what they wrote to the clone, the current folder: Quarry never writes to standard input, so it ends
 * with Quarry, even if Quarry is killed. The script is fixed; the call's words are its arguments.
 */
const GUARDED = [
  'ulimit -t "$1" 2>/dev/null; ulimit -f "$2" 2>/dev/null; shift 2',
  'exec 3<&0',
  'git "$@" </dev/null 3<&- & git=$!',
  '{ cat <&3; trap "" TERM; kill -TERM 0; sleep 1',
  '  rm -f objects/pack/tmp_*; [ -e refs/quarry/source ] || rm -rf HEAD config objects refs shallow',
  '} >/dev/null 2>&1 & watch=$!',
  'exec 3<&-; wait "$git"; code=$?; kill "$watch"; exit "$code"',
].join('\n');

/**
 * Runs a git call that talks to a server, in a process group of its own, so that its helpers end with it.
 * @throws Fault `bad_request` if git is not installed, `cancelled`. @throws GitFailed
 */
export function runRemote(
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
  { maxBytes, onMessage, signal }: RemoteCall,
): Promise<string> {
  if (process.platform === 'win32')
    throw new Fault('bad_request', 'Git URLs are not available on Windows. Clone it, and index the clone.');
  if (signal?.aborted) return Promise.reject(stopped());
  return new Promise((resolve, reject) => {
    const words = [String(PROCESSOR_SECONDS), String(Math.ceil(maxBytes / BLOCK)), ...args];
    const child = spawn('/bin/sh', ['-c', GUARDED, 'git', ...words], { cwd, env, detached: true });
    let out = '';
    let complaint = '';
    let late = false;
    let killing: NodeJS.Timeout | undefined;
    /** Ends git and everything that it started: first politely, so that git deletes its temporary files. */
    const stop = (): void => {
      endGroup(child, 'SIGTERM');
      killing ??= setTimeout(() => {
        endGroup(child, 'SIGKILL');
      }, GRACE_MS);
    };
    const timer = setTimeout(() => {
      late = true;
      stop();
    }, MAX_MS);
    signal?.addEventListener('abort', stop, { once: true });
    child.stdout.on('data', (part: Buffer) => {
      out += part.toString();
      if (out.length > MAX_OUTPUT) stop();
    });
    child.stderr.on('data', (part: Buffer) => {
      const text = part.toString();
      complaint = `${complaint}${text}`.slice(-MAX_COMPLAINT);
      onMessage?.(text);
    });
    const end = (): void => {
      clearTimeout(timer);
      clearTimeout(killing);
      signal?.removeEventListener('abort', stop);
      child.stdin.destroy();
    };
    child.on('error', (error) => {
      end();
      reject(error);
    });
    child.on('close', (code) => {
      end();
      if (signal?.aborted) reject(stopped());
      else if (late) reject(new GitFailed('the server did not send everything within 30 minutes', null));
      else if (code === NOT_FOUND) reject(new GitMissing());
      else if (code === 0) resolve(out);
      else reject(new GitFailed(problemOf(complaint, code), code));
    });
  });
}

/** The message of a {@link GitFailed} that exceeded `maxBytes`. */
export const TOO_LARGE = 'it is too large';

function stopped(): Fault {
  return new Fault('cancelled', 'Fetching the git repository was stopped.');
}

function endGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // All have ended.
  }
}

/** Git's error, without the progress before it, which ends with carriage returns. */
function problemOf(complaint: string, code: number | null): string {
  const lines = complaint.replaceAll('\r', '\n').split('\n');
  const errors = lines.filter((line) => /^(?:fatal|error): /.test(line));
  // The system kills the program that writes a file beyond the limit, without a message; a damaged pack has one.
  const isSilent = errors.length === 1 && errors[0]?.endsWith('invalid index-pack output') === true;
  return isSilent || /signal 25|File too large/.test(complaint)
    ? TOO_LARGE
    : reasonOf(lines.join('\n'), code ?? -1);
}
