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
  Put,
  Res,
} from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import { mayUsePipeline, type Caller } from '@quarry/application/access';
import {
  GoldenSetService,
  GoldenRunService,
  GoldenScheduler,
  presentSet,
  presentSetSummary,
  RunSubjectService,
} from '@quarry/application/golden-sets';
import { StalenessService } from '@quarry/application/revisions';
import type { Response } from 'express';
import { From, Needs, Tenant } from '../access/from-request';
import { ApiProblems } from '../http/problem.dto';
import { GoldenSetDeletedDto, GoldenSetDto, GoldenSetListDto } from './golden-set.dto';
import { CreateGoldenSetDto, ScheduleInput } from './golden-set.schema';
import { seenRevision, tagOf } from './if-match';

const SEEN = {
  name: 'If-Match',
  required: false,
  description:
    'Expected revision of the set, such as `"3"`. The request fails if the set has another revision.',
} as const;
const NAME = { name: 'name', description: 'Name of the golden set.' } as const;

@ApiTags('golden sets')
@ApiBearerAuth()
@Controller('v1/golden-sets')
export class GoldenSetsController {
  constructor(
    @Inject(GoldenSetService) private readonly sets: GoldenSetService,
    @Inject(GoldenRunService) private readonly runs: GoldenRunService,
    @Inject(GoldenScheduler) private readonly scheduler: GoldenScheduler,
    @Inject(RunSubjectService) private readonly subjects: RunSubjectService,
    @Inject(StalenessService) private readonly staleness: StalenessService,
  ) {}

  @Post()
  @Needs('maintainer')
  @ApiOperation({
    summary: 'Create a golden set',
    description: 'Repeating the request returns the existing set.',
  })
  @ApiResponse({ status: 201, type: GoldenSetDto, description: 'Created; `Location` is the set.' })
  @ApiResponse({ status: 200, type: GoldenSetDto, description: 'The set already existed.' })
  @ApiProblems(
    'bad_request',
    'unauthorized',
    'forbidden',
    'golden_exists',
    'golden_limit',
    'store_unavailable',
  )
  async createGoldenSet(
    @Tenant() tenant: string,
    @Body() { name, description }: CreateGoldenSetDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<GoldenSetDto> {
    const { set, created } = await this.sets.create(tenant, name, description);
    response.status(created ? 201 : 200).setHeader('Location', `/v1/golden-sets/${name}`);
    response.setHeader('ETag', tagOf(set));
    return presentSet(set);
  }

  @Get()
  @ApiOperation({ summary: 'List your golden sets, sorted by name' })
  @ApiResponse({ status: 200, type: GoldenSetListDto })
  @ApiProblems('unauthorized', 'store_unavailable')
  async listGoldenSets(@Tenant() tenant: string): Promise<GoldenSetListDto> {
    return { sets: (await this.sets.list(tenant)).map(presentSetSummary) };
  }

  @Get(':name')
  @ApiParam(NAME)
  @ApiOperation({
    summary: 'Get a golden set with its questions',
    description: 'The `ETag` header is the revision of the set.',
  })
  @ApiResponse({ status: 200, type: GoldenSetDto })
  @ApiProblems('unauthorized', 'golden_set_unknown', 'store_unavailable')
  async getGoldenSet(
    @From() caller: Caller,
    @Param('name') name: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<GoldenSetDto> {
    const set = await this.sets.read(caller.tenant, name);
    response.setHeader('ETag', tagOf(set));
    const turns = set.questions.flatMap(({ fromTurn }) => fromTurn ?? []);
    return presentSet(set, await this.staleness.marksOf(caller, turns));
  }

  @Delete(':name')
  @Needs('maintainer')
  @ApiParam(NAME)
  @ApiHeader(SEEN)
  @HttpCode(200)
  @ApiOperation({
    summary: 'Delete a golden set with its runs',
    description: 'Running runs of the set are cancelled.',
  })
  @ApiResponse({ status: 200, type: GoldenSetDeletedDto })
  @ApiProblems(
    'bad_request',
    'unauthorized',
    'forbidden',
    'golden_set_unknown',
    'revision_conflict',
    'store_unavailable',
  )
  async deleteGoldenSet(
    @Tenant() tenant: string,
    @Param('name') name: string,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<GoldenSetDeletedDto> {
    await this.sets.remove(tenant, name, seenRevision(ifMatch));
    return { name, deleted: true };
  }

  @Put(':name/schedule')
  @Needs('maintainer')
  @ApiParam(NAME)
  @ApiHeader(SEEN)
  @ApiOperation({
    summary: 'Schedule the runs of a golden set',
    description:
      'Runs start by time, or when a pipeline changes; the first run starts at once. A body with only ' +
      '`pipelines` removes the schedule.',
  })
  @ApiResponse({ status: 200, type: GoldenSetDto })
  @ApiProblems(
    'bad_request',
    'unauthorized',
    'forbidden',
    'golden_set_unknown',
    'pipeline_unknown',
    'repository_unknown',
    'revision_conflict',
    'store_unavailable',
  )
  async scheduleGoldenSet(
    @From() caller: Caller,
    @Param('name') name: string,
    @Body() { pipelines, everyHours, onPipelineChange, ...wanted }: ScheduleInput,
    @Res({ passthrough: true }) response: Response,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<GoldenSetDto> {
    this.runs.known(pipelines, (one) => mayUsePipeline(caller, one));
    const never = everyHours === undefined && !onPipelineChange;
    const about = await this.subjects.of(caller, pipelines, wanted);
    const schedule = never ? null : { pipelines, everyHours: everyHours ?? null, onPipelineChange, about };
    const set = await this.sets.schedule(caller.tenant, name, schedule, seenRevision(ifMatch));
    this.scheduler.look();
    response.setHeader('ETag', tagOf(set));
    return presentSet(set);
  }
}
