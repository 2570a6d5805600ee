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
A client starts it as one of its MCP servers, e.g.:
  {"mcpServers": {"quarry": {"command": "quarry", "args": ["mcp"]}}}

Tools: ask, search, lookup, fetch_section. A gateway serves the same ones over
HTTP, at /mcp; with --server this command is the way there for clients that
know stdio only.`;

export function addMcp(command: Command, { terminal }: CommandContext): void {
  command.description(
    'Serve questions, search, lookups and sections to a client of the Model Context Protocol, over stdin and stdout: ' +
      'those of a data folder, with all services in this process, or those of a gateway.',
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
