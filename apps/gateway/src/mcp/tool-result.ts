import type { CallToolResult, ResourceLink } from '@modelcontextprotocol/sdk/types.js';
import { Logger } from '@nestjs/common';
import { Fault } from '@quarry/turn';
import { statusOf } from '../http/problem-status';

const LOGGER = new Logger('mcp');

/**
 * Returns the result of a tool as data and, for clients that do not read structured content, as the same JSON in text.
 */
export function found(structured: object, links: readonly ResourceLink[] = []): CallToolResult {
  const text = JSON.stringify(structured);
  return { content: [{ type: 'text', text }, ...links], structuredContent: { ...structured } };
}

/** Runs a tool. Errors become results that report them, as the protocol requires. */
export async function answering(tool: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await tool();
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): CallToolResult {
  const status = error instanceof Fault ? statusOf(error.code) : 500;
  if (error instanceof Fault && (status < 500 || status === 503))
    return { isError: true, content: [{ type: 'text', text: `${error.code}: ${error.message}` }] };
  LOGGER.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const text = 'internal: an internal error occurred. The log of the server has the details.';
  return { isError: true, content: [{ type: 'text', text }] };
}
