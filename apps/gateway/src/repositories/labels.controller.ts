import { Body, Controller, Get, Inject, Param, Put } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Caller } from '@quarry/application/access';
import { LabelService, presentLabels } from '@quarry/application/repositories';
import { defined } from '@quarry/turn';
import { From, Needs } from '../access/from-request';
import { ApiProblems } from '../http/problem.dto';
import { RepositoryLabelsDto } from './labels.dto';
import { LabelsInput } from './labels.schema';

const NAME = { name: 'name', description: 'Name of the repository.' } as const;

@ApiTags('repositories')
@ApiBearerAuth()
@Controller('v1/repositories/:name/labels')
export class LabelsController {
  constructor(@Inject(LabelService) private readonly labels: LabelService) {}

  @Get()
  @Needs('maintainer')
  @ApiParam(NAME)
  @ApiOperation({ summary: 'Get who may read the files of a repository (maintainers)' })
  @ApiResponse({ status: 200, type: RepositoryLabelsDto })
  @ApiProblems('unauthorized', 'forbidden', 'repository_unknown', 'store_unavailable')
  async getLabels(@From() caller: Caller, @Param('name') name: string): Promise<RepositoryLabelsDto> {
    return presentLabels(name, await this.labels.of(caller, name));
  }

  @Put()
  @Needs('maintainer')
  @ApiParam(NAME)
  @ApiOperation({
    summary: 'Change who may read the files of a repository (maintainers)',
    description:
      'In force from the next request on; nothing is read or indexed again. Callers whom labels limit get ' +
      '`index_busy` until an indexer has built what they may read. Labelling shared repositories requires the role ' +
      '`operator`.',
  })
  @ApiResponse({ status: 200, type: RepositoryLabelsDto })
  @ApiProblems('bad_request', 'unauthorized', 'forbidden', 'repository_unknown', 'store_unavailable')
  async replaceLabels(
    @From() caller: Caller,
    @Param('name') name: string,
    @Body() { snapshot, ...rules }: LabelsInput,
  ): Promise<RepositoryLabelsDto> {
    const changed = await this.labels.put(caller, { name, rules, ...defined({ only: snapshot }) });
    return presentLabels(name, changed);
  }
}
