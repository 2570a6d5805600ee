import { once } from 'node:events';
import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { LOCAL } from '@quarry/application/access';
import { findDataDir, openPlatform, readConfig, type Platform } from '@quarry/platform';
import {
  loadAskablePipelines,
  mcpServer,
  startServices,
  type CallerContext,
  type Running,
} from '@quarry/solo';
import { checkDataDir } from '../data-dir';
import { silenceLogs } from '../logs';
import { absolute } from '../places';
import { rootOfTurn } from '../root-of-turn';
import type { Terminal } from '../terminal';

/** Starts all services over a data folder, and serves them on stdin and stdout until the client disconnects. */
export async function serveDataFolder(data: string | undefined, terminal: Terminal): Promise<void> {
  const config = readConfig({ dataDir: findDataDir(data) });
  await checkDataDir(config.dataDir);
  silenceLogs();
  const platform = await openPlatform(config);
  const running = await startServices({
    platform,
    pipelines: loadAskablePipelines(config),
    mcp: true,
  });
  try {
    const closed = new AbortController();
    const server = await mcpServer(running, contextOf(running, platform));
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
function contextOf({ turns }: Running, platform: Platform): CallerContext {
  return {
    caller: LOCAL,
    linkTo: async (place, { turn: id }) => {
      const { path, startLine, endLine, url } = place;
      if (url !== undefined) return url;
      const found = await turns?.view(LOCAL.tenant, id);
      const root = found && 'turn' in found ? await rootOfTurn(platform, found.turn) : null;
      const file = isAbsolute(path) ? path : absolute(place, root);
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
