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
  Res,
  UseGuards,
} from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiHeader,
  ApiOperation,
  ApiParam,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import { Fault } from '@quarry/turn';
import type { Response } from 'express';
import { linksOf, presentSummary, presentTurn } from '../present';
import { TurnDto, TurnListDto } from '../turn.dto';
import { TurnDesk } from '../turn-desk';
import { AcceptedDto, CancelledDto } from './accepted.dto';
import { ASK_EXAMPLES, AskDto } from './ask.dto';
import { EVENT_LOG } from './event-log.docs';
import { ListQuery } from './list.query';
import { OpenRequests } from './open-requests';
import { ApiProblems } from './problem.dto';
import { streamEvents } from './sse';
import { Tenant, TenantGuard } from './tenant.guard';

const KEY = /^[\x21-\x7e]{1,200}$/;
const EVENT_ID = /^\d{1,12}-\d{1,12}$/;

@ApiTags('turns')
@ApiBearerAuth()
@UseGuards(TenantGuard)
@Controller('v1/turns')
export class TurnsController {
  constructor(
    @Inject(TurnDesk) private readonly desk: TurnDesk,
    @Inject(OpenRequests) private readonly requests: OpenRequests,
  ) {}

  @Post()
  @ApiOperation({
    summary: 'Ask a question',
    description:
      '202 with links at once, or, with `wait`, the finished turn, also where it ended `failed`. Who goes away while ' +
      'waiting loses nothing: the turn goes on.',
  })
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: 'Sending the same question under the same key again begins nothing new.',
  })
  @ApiBody({ type: AskDto, examples: ASK_EXAMPLES })
  @ApiResponse({ status: 202, type: AcceptedDto, description: 'Accepted; `Location` is the turn.' })
  @ApiResponse({ status: 200, type: TurnDto, description: 'Finished (with `wait`).' })
  @ApiProblems(
    'bad_request',
    'question_empty',
    'unauthorized',
    'pipeline_unknown',
    'session_unknown',
    'question_too_long',
    'idempotency_conflict',
    'redis_unavailable',
  )
  async ask(
    @Tenant() tenant: string,
    @Body() body: AskDto,
    @Res({ passthrough: true }) response: Response,
    @Headers('Idempotency-Key') idempotencyKey?: string,
  ): Promise<TurnDto | AcceptedDto> {
    if (idempotencyKey !== undefined && !KEY.test(idempotencyKey))
      throw new Fault('bad_request', 'Idempotency-Key must be 1 to 200 visible ASCII characters.');
    const { wait = false, pipeline = 'code', isEnglish = true, ...rest } = body;
    const signal = this.requests.signal(response);
    const accepted = await this.desk.ask({
      ...rest,
      tenant,
      pipeline,
      isEnglish,
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    });
    const { turnId: id, session, existing } = accepted;
    const view = wait ? await this.desk.settled(tenant, id, signal) : accepted;
    if ('turn' in view && view.status === 'ended') {
      response.status(200);
      return presentTurn(view);
    }
    const links = linksOf(id, session);
    response.status(202).setHeader('Location', links.self);
    return { id, session, status: view.status, existing, links };
  }

  @Get()
  @ApiOperation({
    summary: 'Turns that run or ended lately',
    description: 'Older ones are in their sessions.',
  })
  @ApiResponse({ status: 200, type: TurnListDto })
  @ApiProblems('bad_request', 'unauthorized', 'redis_unavailable')
  async list(@Tenant() tenant: string, @Query() { limit = 20 }: ListQuery): Promise<TurnListDto> {
    return { turns: (await this.desk.recent(tenant, limit)).map(presentSummary) };
  }

  @Get(':id')
  @ApiParam({ name: 'id', description: 'Identity of the turn.' })
  @ApiOperation({ summary: 'One turn: state, answer, evidence, what was looked for' })
  @ApiResponse({ status: 200, type: TurnDto })
  @ApiProblems('unauthorized', 'turn_unknown', 'redis_unavailable')
  async read(@Tenant() tenant: string, @Param('id') id: string): Promise<TurnDto> {
    return presentTurn(await this.desk.view(tenant, id));
  }

  @Get(':id/events')
  @ApiParam({ name: 'id', description: 'Identity of the turn.' })
  @ApiOperation({ summary: "The turn's log as server-sent events", description: EVENT_LOG })
  @ApiHeader({ name: 'Last-Event-ID', required: false, description: 'Go on after this event.' })
  @ApiResponse({
    status: 200,
    description: 'The log.',
    content: { 'text/event-stream': { schema: { type: 'string' } } },
  })
  @ApiResponse({ status: 204, description: 'There is nothing after `Last-Event-ID`, and nothing will come.' })
  @ApiProblems('unauthorized', 'turn_unknown', 'redis_unavailable')
  async events(
    @Tenant() tenant: string,
    @Param('id') id: string,
    @Res() response: Response,
    @Headers('Last-Event-ID') lastSeen?: string,
  ): Promise<void> {
    const signal = this.requests.signal(response);
    // An id that is none begins anew: the client gets everything once more rather than nothing.
    const after = lastSeen !== undefined && EVENT_ID.test(lastSeen) ? { after: lastSeen } : {};
    const events = await this.desk.watch(tenant, id, { ...after, signal });
    if (after.after !== undefined && (await this.desk.isReadToEnd(tenant, id, after.after))) {
      response.status(204).end();
      return;
    }
    await streamEvents(response, events, signal);
  }

  @Delete(':id')
  @ApiParam({ name: 'id', description: 'Identity of the turn.' })
  @HttpCode(200)
  @ApiOperation({ summary: 'Cancel a running turn' })
  @ApiResponse({ status: 200, type: CancelledDto })
  @ApiProblems('unauthorized', 'turn_unknown', 'redis_unavailable')
  async cancel(@Tenant() tenant: string, @Param('id') id: string): Promise<CancelledDto> {
    return { id, cancelled: await this.desk.cancel(tenant, id) };
  }
}
