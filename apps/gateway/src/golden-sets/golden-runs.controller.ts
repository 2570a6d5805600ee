import {
  Body,
  Controller,
  Delete,
  Get,
  Headers,
  HttpCode,
  Inject,
  Param,
  Post,
  Query,
  Res,
} from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import { mayUsePipeline, type Caller } from '@quarry/application/access';
import {
  GoldenSetService,
  GoldenRunService,
  GoldenScheduler,
  presentComparison,
  presentRun,
  presentRunSummary,
  RunSubjectService,
} from '@quarry/application/golden-sets';
import type { Response } from 'express';
import { From, Needs, Tenant } from '../access/from-request';
import { checkIdempotencyKey } from '../http/idempotency-key';
import { ApiProblems } from '../http/problem.dto';
import { ComparisonDto } from './comparison.dto';
import { GoldenRunDto, RunCancelledDto, RunListDto, RunSummaryDto } from './golden-run.dto';
import { BeginRunDto, ComparisonQuery } from './golden-set.schema';

const NAME = { name: 'name', description: 'Name of the golden set.' } as const;
const RUN = { name: 'id', description: 'Id of the run.' } as const;

@ApiTags('golden sets')
@ApiBearerAuth()
@Controller('v1/golden-sets/:name')
export class GoldenRunsController {
  constructor(
    @Inject(GoldenSetService) private readonly sets: GoldenSetService,
    @Inject(GoldenRunService) private readonly runs: GoldenRunService,
    @Inject(GoldenScheduler) private readonly scheduler: GoldenScheduler,
    @Inject(RunSubjectService) private readonly subjects: RunSubjectService,
  ) {}

  @Post('runs')
  @Needs('maintainer')
  @ApiParam(NAME)
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: 'A repeated request with the same key does not start another run.',
  })
  @HttpCode(202)
  @ApiOperation({
    summary: 'Run a golden set with one or more pipelines',
    description:
      'The run uses the current questions and the current versions of the pipelines, even if they change ' +
      'later.',
  })
  @ApiResponse({ status: 202, type: RunSummaryDto, description: 'Accepted; `Location` is the run.' })
  @ApiProblems(
    'bad_request',
    'unauthorized',
    'forbidden',
    'golden_set_unknown',
    'pipeline_unknown',
    'repository_unknown',
    'golden_limit',
    'idempotency_conflict',
    'store_unavailable',
  )
  async startGoldenRun(
    @From() caller: Caller,
    @Param('name') name: string,
    @Body() { pipelines, ...wanted }: BeginRunDto,
    @Res({ passthrough: true }) response: Response,
    @Headers('Idempotency-Key') key?: string,
  ): Promise<RunSummaryDto> {
    checkIdempotencyKey(key);
    this.runs.known(pipelines, (one) => mayUsePipeline(caller, one));
    const set = await this.sets.read(caller.tenant, name);
    const keyed = key === undefined ? {} : { key: `request ${key}` };
    const about = await this.subjects.of(caller, pipelines, wanted);
    const asked = { pipelines, about, trigger: 'request', now: Date.now(), ...keyed } as const;
    const { run } = await this.runs.begin(set, asked);
    this.scheduler.look();
    const shown = presentRunSummary(run);
    response.setHeader('Location', shown.links.self);
    return shown;
  }

  @Get('runs')
  @ApiParam(NAME)
  @ApiOperation({ summary: 'List the runs of a golden set, newest first' })
  @ApiResponse({ status: 200, type: RunListDto })
  @ApiProblems('unauthorized', 'golden_set_unknown', 'store_unavailable')
  async listGoldenRuns(@Tenant() tenant: string, @Param('name') name: string): Promise<RunListDto> {
    return { runs: (await this.runs.list(tenant, name)).map(presentRunSummary) };
  }

  @Get('runs/:id')
  @ApiParam(NAME)
  @ApiParam(RUN)
  @ApiOperation({ summary: 'Get a run: progress, answers with their measures, and the summary' })
  @ApiResponse({ status: 200, type: GoldenRunDto })
  @ApiProblems('unauthorized', 'golden_set_unknown', 'golden_run_unknown', 'store_unavailable')
  async getGoldenRun(
    @Tenant() tenant: string,
    @Param('name') name: string,
    @Param('id') id: string,
  ): Promise<GoldenRunDto> {
    return presentRun(await this.runs.view(tenant, name, id));
  }

  @Delete('runs/:id')
  @Needs('maintainer')
  @ApiParam(NAME)
  @ApiParam(RUN)
  @HttpCode(200)
  @ApiOperation({ summary: 'Cancel a run', description: 'The run keeps the answers that it has so far.' })
  @ApiResponse({ status: 200, type: RunCancelledDto })
  @ApiProblems('unauthorized', 'forbidden', 'golden_set_unknown', 'golden_run_unknown', 'store_unavailable')
  async cancelGoldenRun(
    @Tenant() tenant: string,
    @Param('name') name: string,
    @Param('id') id: string,
  ): Promise<RunCancelledDto> {
    return { id, cancelled: await this.runs.cancel(tenant, name, id, Date.now()) };
  }

  @Get('comparison')
  @ApiParam(NAME)
  @ApiOperation({
    summary: 'Compare two pipelines, or two versions of one pipeline',
    description:
      'Compares question by question, over the questions that both sides have asked with the same ' +
      'expectations: differences of each measure with 95 % confidence intervals, and the questions that ' +
      'improved or regressed.',
  })
  @ApiResponse({ status: 200, type: ComparisonDto })
  @ApiProblems('bad_request', 'unauthorized', 'golden_set_unknown', 'golden_run_unknown', 'store_unavailable')
  async compareGoldenRuns(
    @Tenant() tenant: string,
    @Param('name') name: string,
    @Query() query: ComparisonQuery,
  ): Promise<ComparisonDto> {
    const base = await this.runs.side(tenant, name, query.base);
    return presentComparison(base, await this.runs.side(tenant, name, query.with));
  }
}
