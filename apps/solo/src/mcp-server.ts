import type { CallerContext } from '@quarry/gateway';
import type { Running } from './start';

export type { CallerContext } from '@quarry/gateway';

/** An MCP server for one caller, not connected yet. Requires services that were started with `mcp`. */
export async function mcpServer({ app }: Running, context: CallerContext) {
  const { McpService } = await import('@quarry/gateway');
  return app.get(McpService).serverFor(context);
}
