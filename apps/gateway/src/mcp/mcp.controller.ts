import { randomUUID } from 'node:crypto';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { Body, Controller, Delete, Get, Inject, Post, Req, Res } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiExcludeEndpoint,
  ApiExtraModels,
  ApiOperation,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Caller } from '@quarry/application/access';
import type { Request, Response } from 'express';
import { AppliesLabels, From } from '../access/from-request';
import { OpenRequests } from '../http/open-requests';
import { ApiProblems } from '../http/problem.dto';
import { checkOrigin } from './check-origin';
import { McpRequestDto, McpResponseDto } from './mcp.schema';
import { McpService } from './mcp.service';
import { isRequestOf, cancelledIn } from './messages';
import { RunningCalls } from './running-calls';
import type { CallerContext } from './tool-context';

const RPC_ERROR = { 'application/json': { schema: { $ref: getSchemaPath(McpResponseDto) } } };

const SESSION = /^[\w-]{1,100}$/;

/**
 * MCP over streamable HTTP, without state: any gateway can handle any request. The session id only identifies the
 * client, so that it can cancel its own requests. See the protocol and docs/mcp.md.
 */
@ApiTags('mcp')
@ApiBearerAuth()
@ApiExtraModels(McpResponseDto)
@AppliesLabels()
@Controller('mcp')
export class McpController {
  constructor(
    @Inject(McpService) private readonly mcp: McpService,
    @Inject(RunningCalls) private readonly calls: RunningCalls,
    @Inject(OpenRequests) private readonly requests: OpenRequests,
  ) {}

  @Post()
  @ApiOperation({
    summary: 'Send a message of the Model Context Protocol',
    description:
      'Stateless Streamable HTTP: any gateway accepts any request. Use an MCP client; docs/mcp.md describes the tools.',
  })
  @ApiBody({ type: McpRequestDto })
  @ApiResponse({
    status: 200,
    description:
      'The reply, as JSON or as server-sent events, whichever the client accepts. A message that needs no reply is answered with 202 and no body.',
    content: {
      'application/json': { schema: { $ref: getSchemaPath(McpResponseDto) } },
      'text/event-stream': { schema: { type: 'string' } },
    },
  })
  @ApiResponse({ status: 400, description: 'Not a JSON-RPC message.', content: RPC_ERROR })
  @ApiResponse({ status: 406, description: '`Accept` lacks one of the two forms.', content: RPC_ERROR })
  @ApiProblems('unauthorized', 'forbidden', 'rate_limited')
  async sendMcpMessage(
    @From() caller: Caller,
    @Body() body: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    checkOrigin(request);
    response.setHeader('Cache-Control', 'no-store');
    // JSON-RPC 2.0, section 6: a batch of nothing is no request. The transport would accept it and say nothing.
    if (Array.isArray(body) && body.length === 0) {
      const error = { code: -32_600, message: 'Invalid Request: the batch is empty.' };
      response.status(400).json({ jsonrpc: '2.0', error, id: null });
      return;
    }
    const { tenant } = caller;
    const session = sessionOf(request);
    if (session !== null)
      for (const cancelled of cancelledIn(body))
        await this.calls.cancel({ tenant, session, request: cancelled });
    if (session === null && isRequestOf(body, 'initialize'))
      response.setHeader('Mcp-Session-Id', randomUUID());
    const server = this.mcp.serverFor(this.contextOf(caller, request, session));
    // One request, one server: nothing is kept for the next, which another gateway may get.
    const transport = new StreamableHTTPServerTransport({});
    const signal = this.requests.signal(response);
    const close = (): void => {
      void server.close();
    };
    signal.addEventListener('abort', close, { once: true });
    await server.connect(transport);
    await transport.handleRequest(request, response, body);
  }

  /** There are no messages but those that belong to a request. */
  @Get()
  @ApiExcludeEndpoint()
  listen(@Res() response: Response): void {
    refuse(response);
  }

  /** There is no session to end. */
  @Delete()
  @ApiExcludeEndpoint()
  end(@Res() response: Response): void {
    refuse(response);
  }

  private contextOf(caller: Caller, request: Request, session: string | null): CallerContext {
    const origin = `${request.protocol}://${request.headers.host ?? 'localhost'}`;
    const { tenant } = caller;
    return {
      caller,
      linkTo: ({ url }, { turn, n }) => url ?? `${origin}/turns/${turn}?citation=${n}`,
      began: ({ requestId }, turnId) =>
        session === null
          ? Promise.resolve(() => Promise.resolve())
          : this.calls.began({ tenant, session, request: requestId }, turnId),
    };
  }
}

function sessionOf({ headers }: Request): string | null {
  const session = headers['mcp-session-id'];
  return typeof session === 'string' && SESSION.test(session) ? session : null;
}

function refuse(response: Response): void {
  const error = { code: -32_000, message: 'Method not allowed.' };
  response.status(405).setHeader('Allow', 'POST').json({ jsonrpc: '2.0', error, id: null });
}
