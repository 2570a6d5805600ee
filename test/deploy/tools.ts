import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

/** The tools that `tools.sh` can find or download. */
export type Tool = 'helm' | 'compose' | 'promtool' | 'prometheus' | 'models' | 'chromium';

/**
 * `describe` with the path of each tool; otherwise a skipped block with the reason. The download takes seconds, once
 * per machine.
 */
export function describeWithTools<T extends Tool>(
  name: string,
  tools: readonly T[],
  body: (paths: Readonly<Record<T, string>>) => void,
): void {
  const found = tools.map((tool) => [tool, find(tool)] as const);
  const missing = found.flatMap(([, { problem }]) => problem ?? []);
  const paths = Object.fromEntries(found.map(([tool, { path }]) => [tool, path])) as Record<T, string>;
  if (missing.length === 0)
    describe(name, () => {
      body(paths);
    });
  else
    describe.skip(`${name} (skipped: ${missing.join(' ')})`, () => {
      body(paths);
    });
}

function find(tool: Tool): { readonly path: string; readonly problem?: string } {
  const { status, stdout, stderr } = spawnSync('bash', [resolve(__dirname, 'tools.sh'), tool], {
    encoding: 'utf8',
    timeout: 400_000,
  });
  if (status === 0) return { path: stdout.trim() };
  const lastLine = stderr.trim().split('\n').at(-1) ?? '';
  return { path: '', problem: lastLine === '' ? `${tool} cannot be had here.` : lastLine };
}

/** Runs a tool to its end. */
export function run(
  command: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): { readonly code: number | null; readonly out: string; readonly err: string } {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    timeout: 120_000,
    ...options,
  });
  if (error) throw error;
  return { code: status, out: stdout, err: stderr };
}
