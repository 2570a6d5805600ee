import { Body, Controller, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import { hasRole, type Caller } from '@quarry/application/access';
import { ReplayService } from '@quarry/application/replay';
import { Fault } from '@quarry/turn';
import { From } from '../access/from-request';
import { ApiProblems } from '../http/problem.dto';
import { ReplayDto } from './replay.dto';
import { ReplayInput } from './turn.schema';

@ApiTags('turns')
@ApiBearerAuth()
@Controller('v1/turns/:id/replay')
export class ReplayController {
  constructor(@Inject(ReplayService) private readonly replays: ReplayService) {}

  @Post()
  @ApiParam({ name: 'id', description: 'Id of the turn.' })
  @HttpCode(200)
  @ApiOperation({
    summary: 'Replay a finished turn from its record, and compare',
    description:
      'Uses the recorded model replies, and the recorded searches if the index has changed since. Returns ' +
      'the first step that differs. Changes neither the turn nor the history, and does not count against ' +
      'the limits of the caller.',
  })
  @ApiResponse({ status: 200, type: ReplayDto })
  @ApiProblems(
    'bad_request',
    'unauthorized',
    'forbidden',
    'turn_unknown',
    'pipeline_unknown',
    'store_unavailable',
    'redis_unavailable',
  )
  async replayTurn(
    @From() caller: Caller,
    @Param('id') id: string,
    @Body() options: ReplayInput,
  ): Promise<ReplayDto> {
    if (options.liveModel === true && !hasRole(caller, 'maintainer'))
      throw new Fault(
        'forbidden',
        `To replay a turn with the live model needs the role 'maintainer'; yours is '${caller.role}'.`,
      );
    return this.replays.replay(caller, id, options);
  }
}
