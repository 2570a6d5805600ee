import { spawn } from 'node:child_process';
import { Fault } from '@quarry/turn';

/** Limits of one run: CPU time in seconds, memory in MB, wall-clock time for work that waits without computing. */
const LIMITS = { processorSeconds: 900, megabytes: 4_096, milliseconds: 3_600_000 };
/** Fixed script; the words of the call are its arguments. Windows has no such limit. */
const LIMITED = 'ulimit -t "$1" 2>/dev/null; shift; exec "$@"';
const MAX_COMPLAINT = 4_000;

/** Runs before the script: a program that only reads code needs no network and starts no other one. */
export const GUARD = `
const refuse = (what) => () => { throw new Error(what + ' is not allowed here'); };
require('node:net').Socket.prototype.connect = refuse('the network');
require('node:dgram').createSocket = refuse('the network');
const programs = require('node:child_process');
for (const name of Object.keys(programs)) if (/^(?:spawn|exec|fork)/.test(name)) programs[name] = refuse('another program');
`;

export interface GuardedScript {
  /** Absolute path of the script for Node.js. */
  readonly script: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Absolute path of a folder for the script's files. */
  readonly folder: string;
  /** Absolute path of a file with {@link GUARD}. */
  readonly guard: string;
  /** Whether Node.js may deny it to write files outside of `folder`. */
  readonly isConfined: boolean;
  /** Limit of the CPU time, in whole seconds; 900 by default. */
  readonly processorSeconds?: number;
  readonly signal?: AbortSignal;
}

/**
 * Runs a script of Node.js with limits of CPU time and memory, without network, other programs, the caller's
 * environment, or a shell that interprets its arguments.
 * @returns undefined if it succeeded, otherwise why not, as the rest of a sentence that begins with its name
 * @throws Fault `cancelled`
 */
export function runGuarded({
  script,
  args,
  cwd,
  folder,
  guard,
  isConfined,
  processorSeconds = LIMITS.processorSeconds,
  signal,
}: GuardedScript): Promise<string | undefined> {
  const node = [
    process.execPath,
    `--max-old-space-size=${LIMITS.megabytes}`,
    ...(isConfined ? ['--permission', '--allow-fs-read=*', `--allow-fs-write=${folder}`] : []),
    ...['--require', guard, script, ...args],
  ];
  const [program = '', ...words] =
    process.platform === 'win32' ? node : ['/bin/sh', '-c', LIMITED, 'sh', String(processorSeconds), ...node];
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, {
      cwd,
      env: { HOME: folder, TMPDIR: folder },
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: LIMITS.milliseconds,
      killSignal: 'SIGKILL',
      ...(signal ? { signal } : {}),
    });
    let complaint = '';
    child.stderr.on('data', (part: Buffer) => {
      complaint = `${complaint}${part.toString()}`.slice(-MAX_COMPLAINT);
    });
    child.on('error', (error) => {
      if (signal?.aborted === true) reject(new Fault('cancelled', 'The SCIP indexer was stopped.'));
      else resolve(`could not be started: ${error.message}`);
    });
    child.on('close', (code) => {
      if (code === 0) resolve(undefined);
      else if (code === null)
        resolve(`did not end within ${processorSeconds} s of CPU time and an hour in all`);
      else resolve(`failed: ${reasonOf(complaint, code)}`);
    });
  });
}

/** The line with the error; Node.js prints the code before it and the stack after it. */
function reasonOf(complaint: string, code: number): string {
  if (complaint.includes('JavaScript heap out of memory')) return `it needs more than ${LIMITS.megabytes} MB`;
  const lines = complaint.split('\n').map((line) => line.trim());
  const line = lines.find((each) => /^(?:\w*Error\b|error\b|fatal\b)/i.test(each)) ?? lines.find(Boolean);
  return (line ?? `it ended with exit code ${code}`).slice(0, 300);
}
