import type { Feature } from '../feature';
import { McpController } from './mcp.controller';
import { McpDesk } from './mcp-desk';
import { RunningCalls } from './running-calls';

/** Tools for clients of the Model Context Protocol. */
export const mcpFeature: Feature = { providers: [McpDesk, RunningCalls], controllers: [McpController] };
