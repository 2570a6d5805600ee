import type { CallToolResult, ResourceLink } from '@modelcontextprotocol/sdk/types.js';
import { Logger } from '@nestjs/common';
import { Fault } from '@quarry/turn';
import { statusOf } from '../http/problem-status';

const LOGGER = new Logger('mcp');

/** What a tool found, as data and, for clients that read no structures, as the same in text. What was found stays a value: nothing reads it as a call. */
export function found(structured: object, links: readonly ResourceLink[] = []): CallToolResult {
  const text = JSON.stringify(structured);
  return { content: [{ type: 'text', text }, ...links], structuredContent: { ...structured } };
}

/** Runs a tool; what it throws becomes a result that says so, as the protocol wants it of tools. */
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
  const text = 'internal: something failed inside; the log of the server says what.';
  return { isError: true, content: [{ type: 'text', text }] };
}
