import type { Feature } from '../feature';
import { McpController } from './mcp.controller';
import { McpService } from './mcp.service';
import { RunningCalls } from './running-calls';

/** Tools for clients of the Model Context Protocol. */
export const mcpFeature: Feature = { providers: [McpService, RunningCalls], controllers: [McpController] };
