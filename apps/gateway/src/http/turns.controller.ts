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
  UseGuards,
} from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiHeader,
  ApiOperation,
  ApiProduces,
  ApiQuery,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import { Fault } from '@quarry/turn';
import type { Request, Response } from 'express';
import { links, presentTurn, type TurnDto } from '../present';
import { TurnDesk } from '../turn-desk';
import { AskDto } from './ask.dto';
import { streamEvents } from './sse';
import { Tenant, TenantGuard } from './tenant.guard';

const KEY = /^[\x21-\x7e]{1,200}$/;
const EVENT_ID = /^\d{1,15}-\d{1,15}$/;

@ApiTags('turns')
@ApiBearerAuth()
@UseGuards(TenantGuard)
@Controller('v1/turns')
export class TurnsController {
  constructor(@Inject(TurnDesk) private readonly desk: TurnDesk) {}

  @Post()
  @ApiOperation({
    summary: 'Ask a question',
    description: '202 with links at once, or, with `wait`, the finished turn.',
  })
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: 'Sending the same key again begins nothing new.',
  })
  @ApiResponse({ status: 202, description: 'Accepted' })
  @ApiResponse({ status: 200, description: 'Finished (with `wait`)' })
  async ask(
    @Tenant() tenant: string,
    @Body() body: AskDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Headers('idempotency-key') idempotencyKey?: string,
  ): Promise<TurnDto | object> {
    if (idempotencyKey !== undefined && !KEY.test(idempotencyKey))
      throw new Fault('bad_request', 'Idempotency-Key must be 1 to 200 visible ASCII characters.');
    const { question, pipeline = 'code', isEnglish = true, session, createSession, filter } = body;
    const accepted = await this.desk.ask({
      tenant,
      question,
      pipeline,
      isEnglish,
      ...(session === undefined ? {} : { session }),
      ...(createSession === undefined ? {} : { createSession }),
      ...(filter === undefined ? {} : { filter }),
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    });
    if (body.wait !== true) {
      response.status(202).setHeader('Location', `/v1/turns/${accepted.turnId}`);
      return {
        id: accepted.turnId,
        session: accepted.session,
        status: 'running',
        links: links(accepted.turnId, accepted.session),
      };
    }
    const abort = new AbortController();
    request.on('close', () => {
      abort.abort();
    });
    response.status(200);
    return presentTurn(await this.desk.settled(tenant, accepted.turnId, abort.signal));
  }

  @Get()
  @ApiOperation({ summary: 'Recent turns, newest first' })
  @ApiQuery({ name: 'limit', required: false, type: Number })
  async list(
    @Tenant() tenant: string,
    @Query('limit') limit?: string,
  ): Promise<{ readonly turns: readonly TurnDto[] }> {
    const count = Math.min(200, Math.max(1, Number(limit ?? 20) || 20));
    return { turns: (await this.desk.recent(tenant, count)).map(presentTurn) };
  }

  @Get(':id')
  @ApiOperation({ summary: 'One turn: state, answer, evidence, what was looked for' })
  async read(@Tenant() tenant: string, @Param('id') id: string): Promise<TurnDto> {
    return presentTurn(await this.desk.view(tenant, id));
  }

  @Get(':id/events')
  @ApiOperation({
    summary: "The turn's log as server-sent events",
    description: 'Resumes after `Last-Event-ID`; ends after `turn.finished`.',
  })
  @ApiProduces('text/event-stream')
  @ApiHeader({ name: 'Last-Event-ID', required: false })
  async events(
    @Tenant() tenant: string,
    @Param('id') id: string,
    @Res() response: Response,
    @Headers('last-event-id') after?: string,
  ): Promise<void> {
    const abort = new AbortController();
    // An id that is none begins anew: the client gets everything once more rather than nothing.
    const from = after !== undefined && EVENT_ID.test(after) ? { after } : {};
    const events = await this.desk.watch(tenant, id, { ...from, signal: abort.signal });
    await streamEvents(response, events, abort);
  }

  @Delete(':id')
  @HttpCode(200)
  @ApiOperation({ summary: 'Cancel a running turn' })
  async cancel(
    @Tenant() tenant: string,
    @Param('id') id: string,
  ): Promise<{ readonly id: string; readonly cancelled: boolean }> {
    return { id, cancelled: await this.desk.cancel(tenant, id) };
  }
}
