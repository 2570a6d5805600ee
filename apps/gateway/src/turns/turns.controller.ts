import {
  Body,
  Controller,
  Delete,
  Get,
  Headers,
  HttpCode,
  Inject,
  Param,
  Post,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiHeader,
  ApiOperation,
  ApiParam,
  ApiResponse,
  ApiTags,
  ApiExtraModels,
  getSchemaPath,
} from '@nestjs/swagger';
import { hasRole, type Caller } from '@quarry/application/access';
import {
  AskService,
  TurnDeletionService,
  linksOf,
  presentTurn,
  TurnService,
} from '@quarry/application/turns';
import { Fault, defined } from '@quarry/turn';
import type { Request, Response } from 'express';
import { AppliesLabels, From } from '../access/from-request';
import { TurnStreams } from '../events/turn-streams';
import { checkIdempotencyKey } from '../http/idempotency-key';
import { OpenRequests } from '../http/open-requests';
import { ApiProblems } from '../http/problem.dto';
import { AcceptedDto, CancelledDto } from './accepted.dto';
import { ASK_EXAMPLES, AskDto } from './ask.schema';
import { TurnDto } from './turn.dto';
import { ForgetQuery } from './turn.schema';

@ApiTags('turns')
@ApiBearerAuth()
@AppliesLabels()
@Controller('v1/turns')
export class TurnsController {
  constructor(
    @Inject(TurnService) private readonly turns: TurnService,
    @Inject(AskService) private readonly callers: AskService,
    @Inject(TurnDeletionService) private readonly forgetting: TurnDeletionService,
    @Inject(OpenRequests) private readonly requests: OpenRequests,
    @Inject(TurnStreams) private readonly streams: TurnStreams,
  ) {}

  @Post()
  @ApiOperation({
    summary: 'Ask a question',
    description:
      'Responds with 202 and links at once. With `wait`, responds with the finished turn, also if its ' +
      'outcome is `failed`. With `stream`, or if `Accept` lists only `text/event-stream`, responds with ' +
      'its events like `GET /v1/turns/{id}/events`. If the client disconnects, the turn continues.',
  })
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: 'A repeated request with the same key does not start another turn.',
  })
  @ApiExtraModels(TurnDto)
  @ApiBody({ type: AskDto, examples: ASK_EXAMPLES })
  @ApiResponse({ status: 202, type: AcceptedDto, description: 'Accepted; `Location` is the turn.' })
  @ApiResponse({
    status: 200,
    description:
      'The finished turn (with `wait`) or its events (with `stream`). `Location` is the turn, ' +
      '`X-Quarry-Session` its session.',
    content: {
      'application/json': { schema: { $ref: getSchemaPath(TurnDto) } },
      'text/event-stream': { schema: { type: 'string' } },
    },
  })
  @ApiProblems(
    'bad_request',
    'question_empty',
    'unauthorized',
    'pipeline_unknown',
    'repository_unknown',
    'session_unknown',
    'question_too_long',
    'idempotency_conflict',
    'budget_spent',
    'too_many_turns',
    'too_many_streams',
    'redis_unavailable',
  )
  async askQuestion(
    @From() caller: Caller,
    @Body() body: AskDto,
    @Req() request: Request,
    @Res() response: Response,
    @Headers('Idempotency-Key') idempotencyKey?: string,
  ): Promise<void> {
    const key = checkIdempotencyKey(idempotencyKey);
    const { wait, stream, ...question } = body;
    if (wait && stream)
      throw new Fault(
        'bad_request',
        "Set either 'wait' or 'stream': the response is the finished turn or its events.",
      );
    const streams =
      stream || (!wait && request.accepts(['json', 'text/event-stream']) === 'text/event-stream');
    if (streams) this.streams.reserve(caller, response);
    const signal = this.requests.signal(response);
    const accepted = await this.callers.ask(caller, {
      ...question,
      ...defined({ idempotencyKey: key }),
    });
    const { turnId: id, session, existing } = accepted;
    const links = linksOf(id, session);
    if (streams) {
      response.setHeader('Location', links.self).setHeader('X-Quarry-Session', session);
      await this.streams.follow(caller, id, response);
      return;
    }
    const view = wait ? await this.turns.settled(caller, id, signal) : accepted;
    if ('turn' in view && view.status === 'ended') {
      response.status(200).json(presentTurn(view));
      return;
    }
    const taken: AcceptedDto = { id, session, status: view.status, existing, links };
    response.status(202).location(links.self).json(taken);
  }

  @Get(':id')
  @ApiParam({ name: 'id', description: 'Id of the turn.' })
  @ApiOperation({ summary: 'Get a turn: status, answer, evidence and searches' })
  @ApiResponse({ status: 200, type: TurnDto })
  @ApiProblems('unauthorized', 'turn_unknown', 'redis_unavailable')
  async getTurn(@From() caller: Caller, @Param('id') id: string): Promise<TurnDto> {
    return presentTurn(await this.turns.view(caller, id));
  }

  @Post(':id/cancel')
  @ApiParam({ name: 'id', description: 'Id of the turn.' })
  @HttpCode(200)
  @ApiOperation({ summary: 'Cancel a running turn' })
  @ApiResponse({ status: 200, type: CancelledDto })
  @ApiProblems('unauthorized', 'turn_unknown', 'redis_unavailable')
  async cancelTurn(@From() caller: Caller, @Param('id') id: string): Promise<CancelledDto> {
    return { id, cancelled: await this.turns.cancel(caller, id), deleted: false };
  }

  @Delete(':id')
  @ApiParam({ name: 'id', description: 'Id of the turn.' })
  @HttpCode(200)
  @ApiOperation({
    summary: 'Cancel or delete a turn',
    description:
      'With `forget=true`, which requires the role `maintainer`, all stored data of the turn is deleted, ' +
      'even if it is running: its document, log, prompts and feedback. The session keeps its own record of ' +
      'the turn until the session is deleted.',
  })
  @ApiResponse({ status: 200, type: CancelledDto })
  @ApiProblems('bad_request', 'unauthorized', 'forbidden', 'turn_unknown', 'redis_unavailable')
  async deleteTurn(
    @From() caller: Caller,
    @Param('id') id: string,
    @Query() { forget }: ForgetQuery,
  ): Promise<CancelledDto> {
    if (!forget) return { id, cancelled: await this.turns.cancel(caller, id), deleted: false };
    if (!hasRole(caller, 'maintainer'))
      throw new Fault('forbidden', `Deleting a turn needs the role 'maintainer'; yours is '${caller.role}'.`);
    return { id, cancelled: await this.forgetting.turn(caller, id), deleted: true };
  }
}
