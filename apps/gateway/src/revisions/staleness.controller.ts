import { Controller, Get, Inject, Param } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Caller } from '@quarry/application/access';
import { presentStaleness, StalenessService } from '@quarry/application/revisions';
import { AppliesLabels, From } from '../access/from-request';
import { ApiProblems } from '../http/problem.dto';
import { TurnStalenessDto } from './staleness.dto';

@ApiTags('turns')
@ApiBearerAuth()
@AppliesLabels()
@Controller('v1/turns/:id/staleness')
export class StalenessController {
  constructor(@Inject(StalenessService) private readonly staleness: StalenessService) {}

  @Get()
  @ApiParam({ name: 'id', description: 'Id of the turn.' })
  @ApiOperation({
    summary: 'Get whether the lines that an answer cites have changed',
    description:
      'Compares them with the snapshots that questions use now. Reads the indexed text of the cited files, and, for ' +
      'lines that are no longer in them, of files with the same words.',
  })
  @ApiResponse({ status: 200, type: TurnStalenessDto })
  @ApiProblems('unauthorized', 'turn_unknown', 'index_busy', 'store_unavailable', 'redis_unavailable')
  async getTurnStaleness(@From() caller: Caller, @Param('id') id: string): Promise<TurnStalenessDto> {
    return presentStaleness(await this.staleness.of(caller, id));
  }
}
