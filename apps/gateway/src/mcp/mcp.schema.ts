import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';

const VERSION = z.literal('2.0').describe('Version of JSON-RPC.');
const ID = z.union([z.string(), z.int()]).nullish().describe('Identifier of the request.');

const MCP_REQUEST = z
  .looseObject({
    jsonrpc: VERSION,
    id: ID,
    method: z
      .string()
      .optional()
      .describe('`initialize`, `tools/list`, `tools/call` and the like; absent in a reply to the server.'),
    params: z.looseObject({}).optional().describe('Parameters of the method.'),
  })
  .describe('One JSON-RPC message of the Model Context Protocol.');

const MCP_RESPONSE = z
  .looseObject({
    jsonrpc: VERSION,
    id: ID,
    result: z.unknown().optional().describe('Result of the method.'),
    error: z
      .looseObject({
        code: z.int().describe('Code of the error in JSON-RPC.'),
        message: z.string().describe('What happened.'),
      })
      .optional()
      .describe('Why there is no result.'),
  })
  .describe('The reply to one request.');

/** Documented bodies of the MCP endpoint; the protocol's own library validates them. */
export class McpRequestDto extends createZodDto(MCP_REQUEST) {}
export class McpResponseDto extends createZodDto(MCP_RESPONSE) {}
