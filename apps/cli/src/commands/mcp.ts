import type { Command } from 'commander';
import { withData, withExamples } from '../options';
import { relayToGateway } from '../mcp/relay';
import { serveDataFolder } from '../mcp/serve-data-folder';
import { addressOf, withServer } from '../server/server';
import type { CommandContext } from '../terminal';

interface McpOptions {
  readonly data?: string;
  readonly server?: string;
}

const SETTINGS = `
A client starts this command as one of its MCP servers, e.g.:
  {"mcpServers": {"quarry": {"command": "quarry", "args": ["mcp"]}}}

Tools: ask, search, lookup, graph, fetch_section, fetch_table. A gateway serves
the same tools over HTTP at /mcp. For clients that support only stdio, use
--server: it relays between stdio and the gateway.`;

export function addMcp(command: Command, { terminal }: CommandContext): void {
  command.description(
    'Serve questions, search, lookups and sections to a Model Context Protocol client over stdin and stdout, ' +
      'from a data folder (with all services in this process) or from a gateway.',
  );
  withServer(withData(command)).addHelpText('after', SETTINGS);
  withExamples(command, [
    ['quarry mcp --data ~/my-project/.quarry', 'this index'],
    ['quarry mcp --server https://quarry.example', 'a gateway'],
  ]).action(async (options: McpOptions) => {
    if (options.server === undefined) await serveDataFolder(options.data, terminal);
    else await relayToGateway(addressOf(options.server), terminal);
  });
}
