import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Caller } from '@quarry/application/access';
import { presentTrace, TraceService } from '@quarry/application/turns';
import { AppliesLabels, From } from '../access/from-request';
import { ApiProblems } from '../http/problem.dto';
import { TraceDto } from './trace.dto';
import { TraceQuery } from './turn.schema';

@ApiTags('turns')
@ApiBearerAuth()
@AppliesLabels()
@Controller('v1/turns/:id/trace')
export class TraceController {
  constructor(@Inject(TraceService) private readonly traces: TraceService) {}

  @Get()
  @ApiParam({ name: 'id', description: 'Id of the turn.' })
  @ApiOperation({
    summary: 'Get the trace of a turn through the services',
    description:
      'Returns the waiting time and the steps at each service, with model calls, searches and requests for ' +
      'more data. The trace of a running turn is incomplete.',
  })
  @ApiResponse({ status: 200, type: TraceDto })
  @ApiProblems('bad_request', 'unauthorized', 'turn_unknown', 'store_unavailable', 'redis_unavailable')
  async getTrace(
    @From() caller: Caller,
    @Param('id') id: string,
    @Query() { prompts }: TraceQuery,
  ): Promise<TraceDto> {
    const { view, trace } = await this.traces.trace(caller, id);
    const { pipeline } = view.turn;
    return { id, status: view.status, pipeline, ...presentTrace(trace, prompts) };
  }
}
