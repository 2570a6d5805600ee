import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { installationStatistics } from '@quarry/application/operations';
import { TURN_ARCHIVE } from '@quarry/platform';
import type { ArchiveAdmin } from '@quarry/turn-archive';
import { defined } from '@quarry/turn';
import { Needs } from '../access/from-request';
import { ApiProblems } from '../http/problem.dto';
import { InstallationStatisticsDto } from './installation-statistics.dto';
import { InstallationStatisticsQuery } from './statistics.schema';

@ApiTags('operations')
@ApiBearerAuth()
@Needs('operator')
@Controller('v1/operations/statistics')
export class InstallationStatisticsController {
  constructor(@Inject(TURN_ARCHIVE) private readonly archive: ArchiveAdmin) {}

  @Get()
  @ApiOperation({
    summary: 'Get statistics and costs of the turns of all tenants (operators)',
    description: 'Covers the turns of the retention period. Contains no text of questions or answers.',
  })
  @ApiResponse({ status: 200, type: InstallationStatisticsDto })
  @ApiProblems('bad_request', 'unauthorized', 'forbidden', 'store_unavailable')
  async getInstallationStatistics(
    @Query() { since, until, by }: InstallationStatisticsQuery,
  ): Promise<InstallationStatisticsDto> {
    const totals = await this.archive.totals(defined({ since, until }));
    return { groups: installationStatistics(totals, by) };
  }
}
