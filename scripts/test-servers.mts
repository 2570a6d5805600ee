import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../test/servers/free-port.ts';
import { ROOT } from './root.mts';

/** Private servers of a test run. */
export interface TestServers {
  /** For the tests: the addresses of the servers, or why they are missing. */
  readonly environment: Readonly<Record<string, string>>;
  /** Human-readable lines. */
  readonly report: readonly string[];
  stop(): Promise<void>;
}

const SERVERS = [
  { name: 'elasticsearch', scheme: 'http', variable: 'QUARRY_TEST_ELASTICSEARCH' },
  { name: 'neo4j', scheme: 'bolt', variable: 'QUARRY_TEST_NEO4J' },
] as const;

/**
 * Starts the servers that the environment does not name. An unavailable one is reported, and its tests are skipped by
 * name.
 */
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
  // The servers are daemons with their own log files: a pipe would end only with them.
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
