import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Caller } from '@quarry/application/access';
import { GraphQueryService } from '@quarry/application/search';
import { OPERATION_NAMES } from '@quarry/graph-queries';
import { defined } from '@quarry/turn';
import { AppliesLabels, From } from '../access/from-request';
import { ApiProblems } from '../http/problem.dto';
import { GraphResultDto } from './graph.dto';
import { GraphQueryInput } from './graph.schema';
import { operationOf } from './operation';
import { presentGraph } from './present-search';

/** Questions about structure without a turn: who calls, what implements, what breaks. */
@ApiTags('search')
@ApiBearerAuth()
@AppliesLabels()
@Controller('v1/graph')
export class GraphController {
  constructor(@Inject(GraphQueryService) private readonly queries: GraphQueryService) {}

  @Get(':operation')
  @ApiOperation({
    summary: 'List callers, implementations, tests or the impact of a name, or unused code',
    description:
      'Answers a question about structure from the code graph: exact, complete within `limit`, and without a language ' +
      'model. Calls that are only known at run time are not in the graph.',
  })
  @ApiParam({ name: 'operation', enum: OPERATION_NAMES, description: 'What to list.' })
  @ApiResponse({ status: 200, type: GraphResultDto })
  @ApiProblems('bad_request', 'unauthorized', 'repository_unknown', 'index_missing', 'store_unavailable')
  async listRelations(
    @From() caller: Caller,
    @Param('operation') written: string,
    @Query() query: GraphQueryInput,
  ): Promise<GraphResultDto> {
    const operation = operationOf(written, query.name, query.other);
    const { name, other, file, depth, limit, repository, snapshot } = query;
    const asked = { operation, limit, ...defined({ name, other, file, depth, repository, snapshot }) };
    const { ref, result } = await this.queries.query(caller, asked);
    return presentGraph(ref, operation, result);
  }
}
