import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { statisticsOf } from '@quarry/application/operations';
import { FeedbackService } from '@quarry/application/turns';
import type { HistoryReader } from '@quarry/history-store';
import { HISTORY_STORE } from '@quarry/platform';
import { Tenant } from '../access/from-request';
import { ApiProblems } from '../http/problem.dto';
import { StatisticsDto } from './statistics.dto';
import { StatisticsQuery } from './statistics.schema';

@ApiTags('statistics')
@ApiBearerAuth()
@Controller('v1/statistics')
export class StatisticsController {
  constructor(
    @Inject(HISTORY_STORE) private readonly history: HistoryReader,
    @Inject(FeedbackService) private readonly feedback: FeedbackService,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'Get statistics of your turns by pipeline',
    description: 'Passes, requests for more data, tokens and time: figures for tuning a pipeline.',
  })
  @ApiResponse({ status: 200, type: StatisticsDto })
  @ApiProblems('bad_request', 'unauthorized', 'store_unavailable')
  async getStatistics(
    @Tenant() tenant: string,
    @Query() { since = 0 }: StatisticsQuery,
  ): Promise<StatisticsDto> {
    const ratings = await this.feedback.byPipeline(tenant, since);
    return {
      pipelines: statisticsOf(await this.history.records(tenant, since)).map((statistics) => ({
        ...statistics,
        feedback: ratings.get(statistics.pipeline) ?? { up: 0, down: 0 },
      })),
    };
  }
}
