import { Body, Controller, Get, Headers, HttpCode, Inject, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Caller } from '@quarry/application/access';
import type { Response } from 'express';
import { From, Needs } from '../access/from-request';
import { ApiProblems } from '../http/problem.dto';
import { IndexJobCancelledDto, IndexJobDto, IndexJobListDto } from './index-job.dto';
import { IndexJobService, presentJob } from '@quarry/application/repositories';
import { BeginIndexJobDto, JobsQuery } from './index-job.schema';
import { JobStreams } from './job-streams';
import { JOB_EVENTS } from './job-events.docs';
import { checkIdempotencyKey } from '../http/idempotency-key';

const ID = { name: 'id', description: 'Identity of the job.' } as const;

@ApiTags('indexing jobs')
@ApiBearerAuth()
@Needs('maintainer')
@Controller('v1/index-jobs')
export class IndexJobsController {
  constructor(
    @Inject(IndexJobService) private readonly jobs: IndexJobService,
    @Inject(JobStreams) private readonly streams: JobStreams,
  ) {}

  @Post()
  @HttpCode(202)
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: 'The same job under the same key again begins nothing new.',
  })
  @ApiOperation({
    summary: 'Index a folder or a file, or bring its index up to date (maintainers)',
    description:
      'The job waits for an indexer. Only what changed since the last run is read again; what is cancelled or interrupted goes on from there the next time.',
  })
  @ApiResponse({ status: 202, type: IndexJobDto, description: 'Accepted; `Location` is the job.' })
  @ApiProblems(
    'bad_request',
    'unauthorized',
    'forbidden',
    'source_forbidden',
    'index_job_limit',
    'idempotency_conflict',
    'store_unavailable',
  )
  async startIndexJob(
    @From() caller: Caller,
    @Body() body: BeginIndexJobDto,
    @Res({ passthrough: true }) response: Response,
    @Headers('Idempotency-Key') key?: string,
  ): Promise<IndexJobDto> {
    checkIdempotencyKey(key);
    const { repository, snapshot, source, rebuild, vectors } = body;
    const chunking = { tokens: body.chunking?.tokens ?? null, overlap: body.chunking?.overlap ?? null };
    const order = { repository, snapshot, path: source.path, rebuild, vectors, chunking };
    const { job } = await this.jobs.begin(caller, { ...order, summaries: body.summaries ?? null }, key);
    const shown = presentJob(caller, job);
    response.setHeader('Location', shown.links.self);
    return shown;
  }

  @Get()
  @ApiOperation({ summary: 'Indexing jobs, newest first (maintainers)' })
  @ApiResponse({ status: 200, type: IndexJobListDto })
  @ApiProblems('bad_request', 'unauthorized', 'forbidden', 'store_unavailable')
  async listIndexJobs(@From() caller: Caller, @Query() { limit }: JobsQuery): Promise<IndexJobListDto> {
    return { jobs: (await this.jobs.list(caller, limit)).map((job) => presentJob(caller, job)) };
  }

  @Get(':id')
  @ApiParam(ID)
  @ApiOperation({ summary: 'One indexing job: how it stands, and what it has indexed (maintainers)' })
  @ApiResponse({ status: 200, type: IndexJobDto })
  @ApiProblems('unauthorized', 'forbidden', 'index_job_unknown', 'store_unavailable')
  async getIndexJob(@From() caller: Caller, @Param('id') id: string): Promise<IndexJobDto> {
    return presentJob(caller, await this.jobs.view(caller, id));
  }

  @Get(':id/events')
  @ApiParam(ID)
  @ApiOperation({ summary: 'Progress of a job as server-sent events (maintainers)', description: JOB_EVENTS })
  @ApiHeader({ name: 'Last-Event-ID', required: false, description: 'Go on after this event.' })
  @ApiResponse({
    status: 200,
    description: 'What the job told so far, then as it comes, until its end.',
    content: { 'text/event-stream': { schema: { type: 'string' } } },
  })
  @ApiResponse({ status: 204, description: 'There is nothing after `Last-Event-ID`, and nothing will come.' })
  @ApiProblems('unauthorized', 'forbidden', 'index_job_unknown', 'too_many_streams', 'store_unavailable')
  async streamIndexJobEvents(
    @From() caller: Caller,
    @Param('id') id: string,
    @Res() response: Response,
    @Headers('Last-Event-ID') lastSeen?: string,
  ): Promise<void> {
    await this.streams.follow(caller, id, response, lastSeen);
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @ApiParam(ID)
  @ApiOperation({
    summary: 'Cancel a job (maintainers)',
    description: 'It ends within about a second. What it has written stays, and is whole.',
  })
  @ApiResponse({ status: 200, type: IndexJobCancelledDto })
  @ApiProblems('unauthorized', 'forbidden', 'index_job_unknown', 'store_unavailable')
  async cancelIndexJob(@From() caller: Caller, @Param('id') id: string): Promise<IndexJobCancelledDto> {
    return { id, cancelled: await this.jobs.cancel(caller, id) };
  }
}
