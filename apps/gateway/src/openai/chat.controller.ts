import { Body, Controller, Headers, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiExtraModels,
  ApiOperation,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Caller } from '@quarry/application/access';
import { defined } from '@quarry/turn';
import type { Request, Response } from 'express';
import { AppliesLabels, From } from '../access/from-request';
import { checkIdempotencyKey } from '../http/idempotency-key';
import { ApiAskHeaders } from './ask-headers';
import { ChatCompletionDto, ChatCompletionRequestDto } from './chat.schema';
import { readChatRequest } from './chat-request';
import { ChatWriter } from './chat-writer';
import { completedOf, completionBody } from './completion';
import { failureOf, sendFailure } from './failure';
import { OpenAiErrorDto } from './openai-error';
import { streamTurn } from './openai-stream';
import { linksTo, OpenAiTurns } from './openai-turns';

/** OpenAI's chat completions: a pipeline is a model. See docs/openai.md. */
@ApiTags('openai')
@ApiBearerAuth()
@ApiExtraModels(ChatCompletionDto, OpenAiErrorDto)
@AppliesLabels()
@Controller('v1/chat/completions')
export class ChatController {
  constructor(@Inject(OpenAiTurns) private readonly turns: OpenAiTurns) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({
    summary: 'Ask a question in the format of OpenAI chat completions',
    description:
      "A pipeline is a model. The last message of the user is the question, the messages before it are the conversation. Not every field of OpenAI's API is supported; docs/openai.md lists them.",
  })
  @ApiAskHeaders()
  @ApiBody({ type: ChatCompletionRequestDto })
  @ApiResponse({
    status: 200,
    description: 'The completion, or with `stream` its chunks as server-sent events that end with `[DONE]`.',
    headers: {
      'X-Quarry-Turn': { schema: { type: 'string' }, description: 'Identifier of the turn.' },
    },
    content: {
      'application/json': { schema: { $ref: getSchemaPath(ChatCompletionDto) } },
      'text/event-stream': { schema: { type: 'string' } },
    },
  })
  async createChatCompletion(
    @From() caller: Caller,
    @Body() body: unknown,
    @Req() request: Request,
    @Res() response: Response,
    @Headers('X-Quarry-Session') session?: string,
    @Headers('X-Quarry-Repository') repository?: string,
    @Headers('Idempotency-Key') idempotencyKey?: string,
  ): Promise<void> {
    checkIdempotencyKey(idempotencyKey);
    const asked = readChatRequest(body, { session, repository });
    const followed = await this.turns.begin(caller, asked, response, defined({ idempotencyKey }));
    const linkOf = linksTo(request, followed.turnId);
    if (asked.stream) {
      const head = { id: followed.turnId, created: Math.floor(Date.now() / 1_000), model: asked.model };
      await streamTurn(response, followed, new ChatWriter(head, linkOf, asked.includeUsage));
      return;
    }
    const { turn } = await followed.settled();
    if (response.closed) return;
    const completed = completedOf(turn, linkOf);
    if (completed) response.json(completionBody(completed));
    else sendFailure(response, failureOf(turn));
  }
}
