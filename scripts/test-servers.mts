import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../test/servers/free-port.ts';
import { ROOT } from './root.mts';

/** Servers that a test run has for itself. */
export interface TestServers {
  /** For the tests: where the servers are, or why they are not. */
  readonly environment: Readonly<Record<string, string>>;
  /** Lines for people. */
  readonly report: readonly string[];
  stop(): Promise<void>;
}

const SERVERS = [
  { name: 'elasticsearch', scheme: 'http', variable: 'QUARRY_TEST_ELASTICSEARCH' },
  { name: 'neo4j', scheme: 'bolt', variable: 'QUARRY_TEST_NEO4J' },
] as const;

/** Starts those that are not named in the environment. One that cannot be had is reported; its tests skip by name. */
export async function startTestServers(wanted: boolean): Promise<TestServers> {
  const missing = wanted ? SERVERS.filter(({ variable }) => process.env[variable] === undefined) : [];
  const folder = await mkdtemp(path.join(tmpdir(), 'quarry-servers-'));
  const started = await Promise.all(
    missing.map(async ({ name, scheme, variable }) => {
      const port = await freePort();
      const { code, output } = await script(name, ['start', path.join(folder, name), String(port)]);
      if (code === 0)
        return { environment: { [variable]: `${scheme}://127.0.0.1:${port}` }, report: output.trim() };
      const report = `Tests that need ${name} will be skipped, each by name:\n${output.trim()}`;
      return { environment: {}, report };
    }),
  );
  return {
    environment: Object.assign({}, ...started.map(({ environment }) => environment)) as Record<
      string,
      string
    >,
    report: started.map(({ report }) => report),
    stop: async () => {
      await Promise.all(missing.map(({ name }) => script(name, ['stop', path.join(folder, name)])));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function script(
  name: string,
  args: readonly string[],
): Promise<{ readonly code: number; readonly output: string }> {
  // The servers are daemons and keep their own files: a pipe of ours would only end with them.
  const child = spawn(path.join(ROOT, 'deploy/local', `${name}.sh`), [...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise<number>((resolve) => {
    child.on('error', (error) => {
      output += error.message;
      resolve(1);
    });
    child.on('exit', (exit) => {
      resolve(exit ?? 1);
    });
  });
  return { code, output };
}
