import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { GROUPINGS, installationStatistics } from '@quarry/application/operations';
import { TURN_ARCHIVE } from '@quarry/platform';
import type { ArchiveAdmin } from '@quarry/turn-archive';
import { Needs } from '../access/from-request';
import { ApiProblems } from '../http/problem.dto';
import { InstallationStatisticsDto, InstallationStatisticsQuery } from './installation-statistics.dto';

@ApiTags('operations')
@ApiBearerAuth()
@Needs('operator')
@Controller('v1/operations/statistics')
export class InstallationStatisticsController {
  constructor(@Inject(TURN_ARCHIVE) private readonly archive: ArchiveAdmin) {}

  @Get()
  @ApiOperation({
    summary: 'How the turns of all tenants went, and what they cost (operators)',
    description: 'Of turns that are still kept. It holds no word of a question or an answer.',
  })
  @ApiResponse({ status: 200, type: InstallationStatisticsDto })
  @ApiProblems('bad_request', 'unauthorized', 'forbidden', 'store_unavailable')
  async getInstallationStatistics(
    @Query() query: InstallationStatisticsQuery,
  ): Promise<InstallationStatisticsDto> {
    const { since, until, by = GROUPINGS } = query;
    const totals = await this.archive.totals({
      ...(since === undefined ? {} : { since: Date.parse(since) }),
      ...(until === undefined ? {} : { until: Date.parse(until) }),
    });
    return {
      groups: installationStatistics(
        totals,
        GROUPINGS.filter((name) => by.includes(name)),
      ),
    };
  }
}
