import { Body, Controller, Get, Inject, Param, Put } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Caller } from '@quarry/application/access';
import { RefreshService } from '@quarry/application/repositories';
import type { Refresh } from '@quarry/repositories';
import { From, Needs } from '../access/from-request';
import { ApiProblems } from '../http/problem.dto';
import { RefreshDto } from './refresh.dto';
import { RefreshInput } from './refresh.schema';

const NAME = { name: 'name', description: 'Name of the repository.' } as const;

/** When a repository is indexed again without a request of a maintainer. */
@ApiTags('repositories')
@ApiBearerAuth()
@Needs('maintainer')
@Controller('v1/repositories/:name/refresh')
export class RefreshController {
  constructor(@Inject(RefreshService) private readonly refreshes: RefreshService) {}

  @Get()
  @ApiParam(NAME)
  @ApiOperation({ summary: 'Get when a repository is indexed again (maintainers)' })
  @ApiResponse({ status: 200, type: RefreshDto })
  @ApiProblems('unauthorized', 'forbidden', 'repository_unknown', 'store_unavailable')
  async getRefresh(@From() caller: Caller, @Param('name') name: string): Promise<RefreshDto> {
    return shown(await this.refreshes.find(caller, name), null);
  }

  @Put()
  @ApiParam(NAME)
  @ApiOperation({
    summary:
      'Index a repository again every so many hours, or when a git server reports a push (maintainers)',
    description: 'The newest snapshot is indexed from its source. The secret of a webhook is shown once.',
  })
  @ApiResponse({ status: 200, type: RefreshDto })
  @ApiProblems('bad_request', 'unauthorized', 'forbidden', 'repository_unknown', 'store_unavailable')
  async changeRefresh(
    @From() caller: Caller,
    @Param('name') name: string,
    @Body() { everyHours, hook }: RefreshInput,
  ): Promise<RefreshDto> {
    const { refresh, secret } = await this.refreshes.set(caller, name, { everyHours, hook });
    return shown(refresh, secret);
  }
}

function shown({ everyHours, nextAt, hook }: Refresh, secret: string | null): RefreshDto {
  return {
    everyHours,
    nextAt: nextAt === null ? null : new Date(nextAt).toISOString(),
    hook: hook && { path: `/v1/hooks/git/${hook.id}`, secret },
  };
}
