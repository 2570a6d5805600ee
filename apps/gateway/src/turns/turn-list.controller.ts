import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Caller } from '@quarry/application/access';
import { RepositoryService } from '@quarry/application/repositories';
import { StaleTurnList } from '@quarry/application/revisions';
import { cursorText, FeedbackService, presentListed, readCursor } from '@quarry/application/turns';
import { defined, STALE } from '@quarry/turn';
import type { TurnFilter } from '@quarry/turn-archive';
import { AppliesLabels, From } from '../access/from-request';
import { ApiProblems } from '../http/problem.dto';
import { ListTurnsQuery } from './list-turns.schema';
import { TurnListDto } from './listed-turn.dto';

@ApiTags('turns')
@ApiBearerAuth()
@AppliesLabels()
@Controller('v1/turns')
export class TurnListController {
  constructor(
    @Inject(StaleTurnList) private readonly turns: StaleTurnList,
    @Inject(FeedbackService) private readonly feedback: FeedbackService,
    @Inject(RepositoryService) private readonly repositories: RepositoryService,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'List your turns, newest first',
    description:
      'Lists running and ended turns of the retention period (`QUARRY_TURN_RETENTION_DAYS`). Filters can ' +
      'be combined.',
  })
  @ApiResponse({ status: 200, type: TurnListDto })
  @ApiProblems(
    'bad_request',
    'unauthorized',
    'repository_unknown',
    'index_busy',
    'store_unavailable',
    'redis_unavailable',
  )
  async listTurns(@From() caller: Caller, @Query() query: ListTurnsQuery): Promise<TurnListDto> {
    const { limit, cursor } = query;
    const { turns, next } = await this.turns.page(caller, await this.filterOf(caller, query), {
      limit,
      ...(cursor === undefined ? {} : { after: readCursor(cursor) }),
    });
    const ratings = await this.feedback.ratings(
      caller.tenant,
      turns.map(({ id }) => id),
    );
    return {
      turns: turns.map((turn, i) => presentListed(turn, ratings[i])),
      next: next && cursorText(next),
    };
  }

  private async filterOf(caller: Caller, query: ListTurnsQuery): Promise<TurnFilter> {
    const { repository, since, until, q, session, pipeline, outcome, stopRule, key, staleness } = query;
    const ref = repository === undefined ? null : await this.repositories.resolveOne(caller, repository);
    return {
      ...(ref ? { repository: ref.repository } : {}),
      ...(staleness === undefined ? {} : { staleness: staleness === 'stale' ? STALE : [staleness] }),
      ...defined({ since, until, text: q, session, pipeline, outcome, stopRule, key }),
    };
  }
}
