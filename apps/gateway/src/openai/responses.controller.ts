import { Body, Controller, Get, Headers, HttpCode, Inject, Param, Post, Req, Res } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiExtraModels,
  ApiOperation,
  ApiParam,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Caller } from '@quarry/application/access';
import { TurnService } from '@quarry/application/turns';
import { Fault, defined, type Turn } from '@quarry/turn';
import type { Request, Response } from 'express';
import { AppliesLabels, From } from '../access/from-request';
import { checkIdempotencyKey } from '../http/idempotency-key';
import { ApiAskHeaders } from './ask-headers';
import { failureOf, sendFailure } from './failure';
import { OpenAiErrorDto } from './openai-error';
import { streamTurn } from './openai-stream';
import { linksTo, OpenAiTurns } from './openai-turns';
import { responseOf, turnIdOf } from './response-body';
import { readResponseRequest } from './response-request';
import { ResponseWriter } from './response-writer';
import { ResponseDto, ResponseRequestDto, type ResponseBody } from './responses.schema';

/** OpenAI's responses: a pipeline is a model, a turn is a response. See docs/openai.md. */
@ApiTags('openai')
@ApiBearerAuth()
@ApiExtraModels(ResponseDto, OpenAiErrorDto)
@AppliesLabels()
@Controller('v1/responses')
export class ResponsesController {
  constructor(
    @Inject(OpenAiTurns) private readonly openai: OpenAiTurns,
    @Inject(TurnService) private readonly turns: TurnService,
  ) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({
    summary: 'Ask a question in the format of OpenAI responses',
    description:
      "A pipeline is a model. The last message of the user is the question. Not every field of OpenAI's API is supported; docs/openai.md lists them.",
  })
  @ApiAskHeaders()
  @ApiBody({ type: ResponseRequestDto })
  @ApiResponse({
    status: 200,
    description: 'The response, or with `stream` its events as server-sent events.',
    headers: {
      'X-Quarry-Turn': { schema: { type: 'string' }, description: 'Identifier of the turn.' },
    },
    content: {
      'application/json': { schema: { $ref: getSchemaPath(ResponseDto) } },
      'text/event-stream': { schema: { type: 'string' } },
    },
  })
  async createResponse(
    @From() caller: Caller,
    @Body() body: unknown,
    @Req() request: Request,
    @Res() response: Response,
    @Headers('X-Quarry-Session') session?: string,
    @Headers('X-Quarry-Repository') repository?: string,
    @Headers('Idempotency-Key') idempotencyKey?: string,
  ): Promise<void> {
    checkIdempotencyKey(idempotencyKey);
    const read = readResponseRequest(body, { session, repository });
    const asked = { ...read, session: read.session ?? (await this.sessionOf(caller, read.previous)) };
    const followed = await this.openai.begin(caller, asked, response, {
      continues: asked.isBackground,
      ...defined({ idempotencyKey }),
    });
    const linkOf = linksTo(request, followed.turnId);
    const present = (turn: Turn): ResponseBody => responseOf(turn, linkOf, asked);
    if (asked.stream) {
      const { turn } = await this.turnOf(caller, followed.turnId);
      const first = present({ ...turn, end: null });
      const writer = new ResponseWriter(turn.id, first, (view) => present(view.turn));
      await streamTurn(response, followed, writer);
      return;
    }
    const { turn } = asked.isBackground
      ? await this.turnOf(caller, followed.turnId)
      : await followed.settled();
    if (response.closed) return;
    const presented = present(turn);
    const isGone = presented.status === 'failed' || presented.status === 'cancelled' || !turn.end;
    if (isGone && !asked.isBackground) sendFailure(response, failureOf(turn));
    else response.json(presented);
  }

  @Get(':id')
  @ApiParam({ name: 'id', description: 'Identifier of the response.' })
  @ApiOperation({
    summary: 'Get a response',
    description: 'For clients of the OpenAI API. `GET /v1/turns/{id}` says more about the turn.',
  })
  @ApiResponse({ status: 200, type: ResponseDto })
  async getResponse(
    @From() caller: Caller,
    @Param('id') id: string,
    @Req() request: Request,
  ): Promise<ResponseBody> {
    const { turn } = await this.turnOf(caller, turnIdOf(id));
    return responseOf(turn, linksTo(request, turn.id), { isBackground: false, previous: null });
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @ApiParam({ name: 'id', description: 'Identifier of the response.' })
  @ApiOperation({
    summary: 'Cancel a response',
    description: 'Cancels the turn if it runs, and returns the response.',
  })
  @ApiResponse({ status: 200, type: ResponseDto })
  async cancelResponse(
    @From() caller: Caller,
    @Param('id') id: string,
    @Req() request: Request,
  ): Promise<ResponseBody> {
    await this.turns.cancel(caller, turnIdOf(id));
    return this.getResponse(caller, id, request);
  }

  private async sessionOf(caller: Caller, previous: string | null): Promise<string | null> {
    if (previous === null) return null;
    const found = await this.turns.view(caller, turnIdOf(previous));
    return 'turn' in found ? found.turn.session : found.session;
  }

  private async turnOf(caller: Caller, turnId: string): Promise<{ readonly turn: Turn }> {
    const found = await this.turns.view(caller, turnId);
    if ('turn' in found) return found;
    throw new Fault(
      'turn_unknown',
      `Only the question and answer of turn '${turnId}' are left; GET /v1/turns/${turnId} has them.`,
    );
  }
}
