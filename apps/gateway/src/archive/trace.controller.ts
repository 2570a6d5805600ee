import { Controller, Get, Inject, Param, Query, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import { AccessGuard } from '../access/access.guard';
import { From, type Caller } from '../access/caller';
import { ApiProblems } from '../http/problem.dto';
import { presentTrace } from './present-trace';
import { TraceDesk } from './trace-desk';
import { TraceDto, TraceQuery } from './trace.dto';

@ApiTags('turns')
@ApiBearerAuth()
@UseGuards(AccessGuard)
@Controller('v1/turns/:id/trace')
export class TraceController {
  constructor(@Inject(TraceDesk) private readonly desk: TraceDesk) {}

  @Get()
  @ApiParam({ name: 'id', description: 'Identity of the turn.' })
  @ApiOperation({
    summary: 'The way of a turn through the services',
    description:
      'How long it waited for each and what was done there: steps, model calls with what was sent and what came back, searches, ' +
      'requests for more data. Derived from its log; of a running turn, as far as it has come.',
  })
  @ApiResponse({ status: 200, type: TraceDto })
  @ApiProblems('bad_request', 'unauthorized', 'turn_unknown', 'store_unavailable', 'redis_unavailable')
  async read(
    @From() caller: Caller,
    @Param('id') id: string,
    @Query() { prompts = true }: TraceQuery,
  ): Promise<TraceDto> {
    const { view, trace } = await this.desk.trace(caller, id);
    const { pipeline } = view.turn;
    return { id, status: view.status, pipeline, ...presentTrace(trace, prompts) };
  }
}
