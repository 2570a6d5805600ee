import { Body, Controller, Get, Headers, Inject, Param, Post, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Caller } from '@quarry/application/access';
import {
  linksOfComparison,
  presentComparison,
  RevisionComparisonService,
} from '@quarry/application/revisions';
import { defined } from '@quarry/turn';
import type { Response } from 'express';
import { AppliesLabels, From } from '../access/from-request';
import { checkIdempotencyKey } from '../http/idempotency-key';
import { OpenRequests } from '../http/open-requests';
import { ApiProblems } from '../http/problem.dto';
import { AcceptedComparisonDto, RevisionComparisonDto } from './revision-comparison.dto';
import { RevisionComparisonInput } from './revision-comparison.schema';

@ApiTags('turns')
@ApiBearerAuth()
@AppliesLabels()
@Controller('v1/revision-comparisons')
export class RevisionComparisonsController {
  constructor(
    @Inject(RevisionComparisonService) private readonly comparisons: RevisionComparisonService,
    @Inject(OpenRequests) private readonly requests: OpenRequests,
  ) {}

  @Post()
  @ApiOperation({
    summary: 'Ask about two revisions, and compare the answers',
    description:
      'Starts two turns about the same question, each in a session of its own, and responds with 202 at once. With ' +
      '`wait`, responds with the finished comparison. Counts as two questions. If the client disconnects, the turns ' +
      'continue.',
  })
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: 'A repeated request with the same key does not start other turns.',
  })
  @ApiResponse({
    status: 202,
    type: AcceptedComparisonDto,
    description: 'Accepted; `Location` is the comparison.',
  })
  @ApiResponse({
    status: 200,
    type: RevisionComparisonDto,
    description: 'The finished comparison (with `wait`).',
  })
  @ApiProblems(
    'bad_request',
    'question_empty',
    'unauthorized',
    'pipeline_unknown',
    'repository_unknown',
    'index_missing',
    'question_too_long',
    'idempotency_conflict',
    'budget_spent',
    'too_many_turns',
    'store_unavailable',
    'redis_unavailable',
  )
  async compareRevisions(
    @From() caller: Caller,
    @Body() { wait, ...ask }: RevisionComparisonInput,
    @Res() response: Response,
    @Headers('Idempotency-Key') idempotencyKey?: string,
  ): Promise<void> {
    const key = checkIdempotencyKey(idempotencyKey);
    const signal = this.requests.signal(response);
    const { id, existing } = await this.comparisons.begin(caller, {
      ...ask,
      ...defined({ idempotencyKey: key }),
    });
    const links = linksOfComparison(id);
    response.setHeader('Location', links.self);
    if (wait) {
      const compared = presentComparison(await this.comparisons.settled(caller, id, signal));
      // The wait has been aborted, as the gateway closes: the turns continue.
      if (compared.status === 'ended') {
        response.status(200).json(compared);
        return;
      }
    }
    const accepted: AcceptedComparisonDto = { id, existing, links };
    response.status(202).json(accepted);
  }

  @Get(':id')
  @ApiParam({ name: 'id', description: 'Id of the comparison.' })
  @ApiOperation({
    summary: 'Get a comparison: two answers and what changed',
    description: 'What changed is read from the two snapshots, which must still be indexed.',
  })
  @ApiResponse({ status: 200, type: RevisionComparisonDto })
  @ApiProblems('unauthorized', 'turn_unknown', 'index_missing', 'store_unavailable', 'redis_unavailable')
  async getRevisionComparison(
    @From() caller: Caller,
    @Param('id') id: string,
  ): Promise<RevisionComparisonDto> {
    return presentComparison(await this.comparisons.view(caller, id));
  }
}
