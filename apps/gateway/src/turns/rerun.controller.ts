import { Body, Controller, Headers, HttpCode, Inject, Param, Post, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Caller } from '@quarry/application/access';
import { linksOf, RerunService } from '@quarry/application/turns';
import type { Response } from 'express';
import { AppliesLabels, From } from '../access/from-request';
import { checkIdempotencyKey } from '../http/idempotency-key';
import { ApiProblems } from '../http/problem.dto';
import { AcceptedDto } from './accepted.dto';
import { RerunInput } from './turn.schema';

@ApiTags('turns')
@ApiBearerAuth()
@AppliesLabels()
@Controller('v1/turns/:id/rerun')
export class RerunController {
  constructor(@Inject(RerunService) private readonly reruns: RerunService) {}

  @Post()
  @ApiParam({ name: 'id', description: 'Id of the turn.' })
  @HttpCode(202)
  @ApiOperation({
    summary: 'Ask the question of a turn again',
    description:
      'Starts a turn with the same question, repository, filter, depth and budget in a new session. Its ' +
      '`rerunOf` is the id of the original turn. The snapshot is the same too, unless `revision` says otherwise or it no longer exists.',
  })
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: 'A repeated request with the same key does not start another turn.',
  })
  @ApiResponse({ status: 202, type: AcceptedDto, description: 'Accepted; `Location` is the new turn.' })
  @ApiProblems(
    'bad_request',
    'unauthorized',
    'turn_unknown',
    'pipeline_unknown',
    'repository_unknown',
    'question_too_long',
    'budget_spent',
    'too_many_turns',
    'idempotency_conflict',
    'store_unavailable',
    'redis_unavailable',
  )
  async rerunTurn(
    @From() caller: Caller,
    @Param('id') id: string,
    @Body() change: RerunInput,
    @Res({ passthrough: true }) response: Response,
    @Headers('Idempotency-Key') idempotencyKey?: string,
  ): Promise<AcceptedDto> {
    const { turnId, session, status, existing } = await this.reruns.rerun(
      caller,
      id,
      change,
      checkIdempotencyKey(idempotencyKey),
    );
    const links = linksOf(turnId, session);
    response.setHeader('Location', links.self);
    return { id: turnId, session, status, existing, links };
  }
}
