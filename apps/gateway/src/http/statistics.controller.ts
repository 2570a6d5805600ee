import { Controller, Get, Inject, Query, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { HistoryStore } from '@quarry/history-store';
import { HISTORY_STORE } from '@quarry/platform';
import { statisticsOf } from '../statistics';
import { ApiProblems } from './problem.dto';
import { StatisticsDto, StatisticsQuery } from './statistics.dto';
import { Tenant, TenantGuard } from './tenant.guard';

@ApiTags('statistics')
@ApiBearerAuth()
@UseGuards(TenantGuard)
@Controller('v1/statistics')
export class StatisticsController {
  constructor(@Inject(HISTORY_STORE) private readonly history: HistoryStore) {}

  @Get()
  @ApiOperation({
    summary: 'How your turns went, pipeline by pipeline',
    description:
      'Passes, requests for more data and how many were found, tokens and time: what to tune a pipeline by.',
  })
  @ApiResponse({ status: 200, type: StatisticsDto })
  @ApiProblems('bad_request', 'unauthorized', 'store_unavailable')
  async read(@Tenant() tenant: string, @Query() query: StatisticsQuery): Promise<StatisticsDto> {
    const since = query.since === undefined ? 0 : Date.parse(query.since);
    return { pipelines: statisticsOf(await this.history.records(tenant, since)) };
  }
}
