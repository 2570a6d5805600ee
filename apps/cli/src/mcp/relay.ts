import { once } from 'node:events';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { printable } from '../printable';
import type { ServerAddress } from '../server/server';
import type { Terminal } from '../terminal';

/** Relays messages between a client on stdin and stdout and a gateway, until the client disconnects. */
export async function relayToGateway({ baseUrl, apiKey }: ServerAddress, terminal: Terminal): Promise<void> {
  const client = new StdioServerTransport();
  const gateway = new StreamableHTTPClientTransport(
    new URL('mcp', baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`),
    {
      requestInit: { headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` } },
    },
  );
  const closed = new AbortController();
  const report = (error: Error): void => {
    terminal.err(`quarry: ${printable(error.message)}\n`);
  };
  gateway.onmessage = (message) => {
    client.send(message).catch(report);
  };
  gateway.onerror = report;
  client.onmessage = (message) => {
    gateway.send(message).catch((error: unknown) => {
      client.send(refusalOf(message, error)).catch(report);
    });
  };
  client.onclose = () => {
    closed.abort();
  };
  process.stdin.once('end', () => {
    closed.abort();
  });
  await gateway.start();
  await client.start();
  const ended = AbortSignal.any([terminal.signal, closed.signal]);
  if (!ended.aborted) await once(ended, 'abort');
  await gateway.close();
  await client.close();
}

/**
 * Reports that a message did not reach the gateway: as the response to a request, since the client would otherwise wait
 * forever, or as a log message for a notification, which has no response.
 */
function refusalOf(message: JSONRPCMessage, error: unknown): JSONRPCMessage {
  const reason = error instanceof Error ? error.message : String(error);
  if ('id' in message && 'method' in message)
    return { jsonrpc: '2.0', id: message.id, error: { code: -32_000, message: reason } };
  return { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'error', data: reason } };
}
