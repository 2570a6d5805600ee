import { Body, Controller, Headers, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiExtraModels,
  ApiHeader,
  ApiOperation,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Caller } from '@quarry/application/access';
import { AskService, TurnService } from '@quarry/application/turns';
import { defined, type Citation } from '@quarry/turn';
import type { Request, Response } from 'express';
import { From } from '../access/from-request';
import { checkIdempotencyKey } from '../http/idempotency-key';
import { OpenRequests } from '../http/open-requests';
import type { Problem } from '../http/problem-of';
import type { LinkOf } from './annotations';
import { cancelWhenGone } from './cancel-when-gone';
import { ChatCompletionDto, ChatCompletionRequestDto } from './chat.schema';
import { readChatRequest, type ChatRequest } from './chat-request';
import { completedOf, completionBody } from './completion';
import { failureOf } from './failure';
import { OpenAiErrorDto, openAiError, openAiStatus } from './openai-error';
import { sessionOf } from './session-of';
import { streamCompletion } from './stream-completion';

/** OpenAI's chat completions: a pipeline is a model. See docs/openai.md. */
@ApiTags('openai')
@ApiBearerAuth()
@ApiExtraModels(ChatCompletionDto, OpenAiErrorDto)
@Controller('v1/chat/completions')
export class ChatController {
  constructor(
    @Inject(AskService) private readonly callers: AskService,
    @Inject(TurnService) private readonly turns: TurnService,
    @Inject(OpenRequests) private readonly requests: OpenRequests,
  ) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({
    summary: 'Ask a question in the format of OpenAI chat completions',
    description:
      "A pipeline is a model. The last message of the user is the question, the messages before it are the conversation. Not every field of OpenAI's API is supported; docs/openai.md lists them.",
  })
  @ApiHeader({
    name: 'X-Quarry-Session',
    required: false,
    description: 'Session to continue; `metadata.session` takes precedence.',
  })
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: 'A repeated request with the same key does not start another turn.',
  })
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
    @Headers('Idempotency-Key') idempotencyKey?: string,
  ): Promise<void> {
    checkIdempotencyKey(idempotencyKey);
    const asked = readChatRequest(body, session);
    const signal = this.requests.signal(response);
    const { turnId } = await this.callers.ask(caller, {
      ...askOf(caller, asked),
      ...defined({ idempotencyKey }),
    });
    cancelWhenGone(response, () => this.turns.cancel(caller, turnId));
    const linkOf = linksTo(request, turnId);
    response.setHeader('X-Quarry-Turn', turnId);
    const settled = () => this.turns.settled(caller, turnId, signal);
    if (asked.stream) {
      const events = await this.turns.watch(caller, turnId, { signal });
      const head = { id: `chatcmpl-${turnId}`, created: Math.floor(Date.now() / 1_000), model: asked.model };
      await streamCompletion(
        response,
        { head, events, settled, linkOf, includeUsage: asked.includeUsage },
        signal,
      );
      return;
    }
    const { turn } = await settled();
    if (response.closed) return;
    const completed = completedOf(turn, linkOf);
    if (completed) response.json(completionBody(completed));
    else sendFailure(response, failureOf(turn));
  }
}

/** OpenAI's clients ask again by themselves after many an error, and would begin another turn. */
function sendFailure(response: Response, problem: Problem): void {
  response.setHeader('X-Should-Retry', 'false');
  response.status(openAiStatus(problem)).json(openAiError(problem));
}

/** A session that the client names holds its conversation; else the client tells it. */
function askOf(caller: Caller, asked: ChatRequest): Parameters<AskService['ask']>[1] {
  const { model: pipeline, question, conversation, session, repository, snapshot, depth } = asked;
  const told = session ?? sessionOf(caller, asked);
  return {
    ...{ pipeline, question, isEnglish: true },
    ...(told === undefined ? {} : { session: told, createSession: true }),
    ...(session === null ? { conversation } : {}),
    ...defined({ repository, snapshot, depth }),
  };
}

/** Links that open a cited place: the source's own address, else the place in the console, which asks who wants to see it. */
function linksTo(request: Request, turnId: string): LinkOf {
  const origin = `${request.protocol}://${request.headers.host ?? 'localhost'}`;
  return ({ url, n }: Citation) => url ?? `${origin}/turns/${turnId}?citation=${n}`;
}
