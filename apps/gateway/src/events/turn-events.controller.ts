import { Controller, Get, Headers, Inject, Param, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Caller } from '@quarry/application/access';
import type { Response } from 'express';
import { AppliesLabels, From } from '../access/from-request';
import { ApiProblems } from '../http/problem.dto';
import { EVENT_LOG } from './event-log.docs';
import { eventSchemaDocument } from './event-schemas';
import { TurnStreams } from './turn-streams';

@ApiTags('events')
@ApiBearerAuth()
@AppliesLabels()
@Controller('v1')
export class TurnEventsController {
  constructor(@Inject(TurnStreams) private readonly streams: TurnStreams) {}

  @Get('turns/:id/events')
  @ApiParam({ name: 'id', description: 'Identity of the turn.' })
  @ApiOperation({ summary: 'Stream the events of a turn as server-sent events', description: EVENT_LOG })
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'Continue after the event with this id.',
  })
  @ApiResponse({
    status: 200,
    description: 'Events of the turn: the `data` of each message is a `TurnEvent`.',
    content: { 'text/event-stream': { schema: { type: 'string' } } },
  })
  @ApiResponse({
    status: 204,
    description: 'There are no events after `Last-Event-ID`, and there will be none.',
  })
  @ApiProblems('unauthorized', 'turn_unknown', 'too_many_streams', 'redis_unavailable')
  async streamTurnEvents(
    @From() caller: Caller,
    @Param('id') id: string,
    @Res() response: Response,
    @Headers('Last-Event-ID') lastSeen?: string,
  ): Promise<void> {
    this.streams.reserve(caller, response);
    await this.streams.follow(caller, id, response, lastSeen);
  }

  @Get('events/schema.json')
  @ApiOperation({
    summary: 'Get the JSON Schema (2020-12) of the events',
    description: 'Schemas of the `data` of each event, distinguished by `type`.',
  })
  @ApiResponse({
    status: 200,
    description: 'The schema.',
    content: { 'application/schema+json': { schema: { type: 'object', additionalProperties: true } } },
  })
  @ApiProblems('unauthorized')
  getEventSchema(@Res() response: Response): void {
    response.type('application/schema+json').send(JSON.stringify(eventSchemaDocument()));
  }
}
