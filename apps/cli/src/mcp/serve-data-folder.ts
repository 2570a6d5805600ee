import { once } from 'node:events';
import { isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { LOCAL } from '@quarry/application/access';
import { findDataDir, openPlatform, readConfig, readWorkspace } from '@quarry/platform';
import {
  loadAskablePipelines,
  mcpServer,
  startServices,
  type CallerContext,
  type Running,
} from '@quarry/solo';
import { checkDataDir } from '../data-dir';
import { silenceLogs } from '../logs';
import type { Terminal } from '../terminal';

/** Starts all services over a data folder, and serves them on stdin and stdout until the client disconnects. */
export async function serveDataFolder(data: string | undefined, terminal: Terminal): Promise<void> {
  const config = readConfig({ dataDir: findDataDir(data) });
  await checkDataDir(config.dataDir);
  silenceLogs();
  const root = (await readWorkspace(config.dataDir))?.root ?? null;
  const running = await startServices({
    platform: await openPlatform(config),
    pipelines: loadAskablePipelines(config),
    mcp: true,
  });
  try {
    const closed = new AbortController();
    const server = await mcpServer(running, contextOf(running, root));
    server.server.onclose = () => {
      closed.abort();
    };
    process.stdin.once('end', () => {
      closed.abort();
    });
    await server.connect(new StdioServerTransport());
    const ended = AbortSignal.any([terminal.signal, closed.signal]);
    if (!ended.aborted) await once(ended, 'abort');
    await server.close();
  } finally {
    await running.close();
  }
}

/** The user who starts this process has all permissions. Links point to files of this machine. */
function contextOf({ turns }: Running, root: string | null): CallerContext {
  return {
    caller: LOCAL,
    linkTo: ({ path, startLine, endLine, url }) => {
      if (url !== undefined) return url;
      const file = root === null || isAbsolute(path) ? path : join(root, path);
      return `${pathToFileURL(file).href}#L${startLine}-L${endLine}`;
    },
    began: ({ signal }, turnId) => {
      const cancel = (): void => {
        // A turn that has ended has nothing to cancel.
        turns?.cancel(LOCAL.tenant, turnId).catch(() => undefined);
      };
      if (signal.aborted) cancel();
      else signal.addEventListener('abort', cancel, { once: true });
      return Promise.resolve(() => {
        signal.removeEventListener('abort', cancel);
        return Promise.resolve();
      });
    },
  };
}
