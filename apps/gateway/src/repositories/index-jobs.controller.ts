import { Body, Controller, Get, Headers, HttpCode, Inject, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import { type Caller, OwnerSessions } from '@quarry/application/access';
import { defined } from '@quarry/turn';
import type { Response } from 'express';
import { From, Needs } from '../access/from-request';
import { ApiProblems } from '../http/problem.dto';
import { IndexJobCancelledDto, IndexJobDto, IndexJobListDto } from './index-job.dto';
import { FolderService, IndexJobService, presentJob, UploadService } from '@quarry/application/repositories';
import type { IndexOrder } from '@quarry/repositories';
import { BeginIndexJobDto, JobsQuery } from './index-job.schema';
import { isOwner, OWNER_HEADER } from '../owner/check-owner';
import { JobStreams } from './job-streams';
import { JOB_EVENTS } from './job-events.docs';
import { checkIdempotencyKey } from '../http/idempotency-key';

const ID = { name: 'id', description: 'Id of the job.' } as const;

@ApiTags('indexing jobs')
@ApiBearerAuth()
@Needs('maintainer')
@Controller('v1/index-jobs')
export class IndexJobsController {
  constructor(
    @Inject(IndexJobService) private readonly jobs: IndexJobService,
    @Inject(JobStreams) private readonly streams: JobStreams,
    @Inject(OwnerSessions) private readonly owners: OwnerSessions,
    @Inject(FolderService) private readonly folders: FolderService,
    @Inject(UploadService) private readonly uploads: UploadService,
  ) {}

  @Post()
  @HttpCode(202)
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: 'A repeated request with the same key does not start another job.',
  })
  @ApiHeader({
    name: OWNER_HEADER,
    required: false,
    description: 'Token of an owner session, which may choose any folder of its machine.',
  })
  @ApiOperation({
    summary:
      'Index a folder, a file, a git repository, a site or an upload, or update its index (maintainers)',
    description:
      'Starts a job that an indexer picks up. Only files that have changed since the last job are read ' +
      'again. After a cancelled or interrupted job, the next one continues from there.',
  })
  @ApiResponse({ status: 202, type: IndexJobDto, description: 'Accepted; `Location` is the job.' })
  @ApiProblems(
    'bad_request',
    'unauthorized',
    'forbidden',
    'source_forbidden',
    'upload_unknown',
    'repository_unknown',
    'index_job_limit',
    'idempotency_conflict',
    'store_unavailable',
  )
  async startIndexJob(
    @From() caller: Caller,
    @Body() body: BeginIndexJobDto,
    @Res({ passthrough: true }) response: Response,
    @Headers('Idempotency-Key') key?: string,
    @Headers(OWNER_HEADER) token?: string,
  ): Promise<IndexJobDto> {
    checkIdempotencyKey(key);
    const { repository, snapshot, source, rebuild, vectors, history, ocr } = body;
    const owner = isOwner(this.owners, caller, token);
    const from = source
      ? await this.sourceOf(caller, source, owner)
      : await this.jobs.sourceAgain(caller, repository, snapshot);
    const chunking = { tokens: body.chunking?.tokens ?? null, overlap: body.chunking?.overlap ?? null };
    const order = {
      ...{ repository, snapshot, ...from, rebuild, vectors, chunking },
      ...(history ? {} : { history }),
      ...defined({ ocr }),
    };
    const { job } = await this.jobs.begin(caller, { ...order, summaries: body.summaries ?? null }, key);
    const shown = presentJob(caller, job);
    response.setHeader('Location', shown.links.self);
    return shown;
  }

  @Get()
  @ApiOperation({ summary: 'List indexing jobs, newest first (maintainers)' })
  @ApiResponse({ status: 200, type: IndexJobListDto })
  @ApiProblems('bad_request', 'unauthorized', 'forbidden', 'store_unavailable')
  async listIndexJobs(@From() caller: Caller, @Query() { limit }: JobsQuery): Promise<IndexJobListDto> {
    return { jobs: (await this.jobs.list(caller, limit)).map((job) => presentJob(caller, job)) };
  }

  @Get(':id')
  @ApiParam(ID)
  @ApiOperation({ summary: 'Get an indexing job: status, progress and result (maintainers)' })
  @ApiResponse({ status: 200, type: IndexJobDto })
  @ApiProblems('unauthorized', 'forbidden', 'index_job_unknown', 'store_unavailable')
  async getIndexJob(@From() caller: Caller, @Param('id') id: string): Promise<IndexJobDto> {
    return presentJob(caller, await this.jobs.view(caller, id));
  }

  @Get(':id/events')
  @ApiParam(ID)
  @ApiOperation({
    summary: 'Stream the progress of a job as server-sent events (maintainers)',
    description: JOB_EVENTS,
  })
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'Continue after the event with this id.',
  })
  @ApiResponse({
    status: 200,
    description: 'Past events of the job, then new ones until it ends.',
    content: { 'text/event-stream': { schema: { type: 'string' } } },
  })
  @ApiResponse({
    status: 204,
    description: 'There are no events after `Last-Event-ID`, and there will be none.',
  })
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
    description:
      'The job ends within about a second. Files that it has indexed stay in the index, which is ' +
      'consistent.',
  })
  @ApiResponse({ status: 200, type: IndexJobCancelledDto })
  @ApiProblems('unauthorized', 'forbidden', 'index_job_unknown', 'store_unavailable')
  async cancelIndexJob(@From() caller: Caller, @Param('id') id: string): Promise<IndexJobCancelledDto> {
    return { id, cancelled: await this.jobs.cancel(caller, id) };
  }

  /** The source as a job keeps it. */
  private async sourceOf(
    caller: Caller,
    source: NonNullable<BeginIndexJobDto['source']>,
    owner: boolean,
  ): Promise<Pick<IndexOrder, 'path' | 'git' | 'site' | 'upload'>> {
    if (source.kind === 'git')
      return { path: source.url, git: { branch: source.branch ?? null, byOperator: owner } };
    if (source.kind === 'site') return { path: source.url, site: { pages: source.pages, byOperator: owner } };
    if (source.kind !== 'upload')
      return { path: owner ? await this.folders.choose(source.path) : source.path };
    const { id, name } = await this.uploads.find(caller, source.upload);
    return { path: name, upload: { id, name } };
  }
}
