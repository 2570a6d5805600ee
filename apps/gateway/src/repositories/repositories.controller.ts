import { Controller, Delete, Get, HttpCode, Inject, Param, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Caller } from '@quarry/application/access';
import {
  presentRepository,
  presentSnapshot,
  presentSnapshotDetail,
  RepositoryService,
  repositoryUnknown,
  SampleQuestionService,
  SnapshotService,
} from '@quarry/application/repositories';
import { AppliesLabels, From, Needs } from '../access/from-request';
import { ApiProblems } from '../http/problem.dto';
import { ConfirmQuery } from './confirm.schema';
import {
  DeletedSnapshotsDto,
  RepositoryDto,
  RepositoryListDto,
  SampleQuestionsDto,
  SnapshotDetailDto,
  SnapshotListDto,
} from './repository.dto';

const NAME = { name: 'name', description: 'Name of the repository.' } as const;
const SNAPSHOT = { name: 'snapshot', description: 'Name of the snapshot.' } as const;
const DELETED =
  'Also deletes its search index and code graph; turns that used it are kept. Deleting shared ones ' +
  'requires the role `operator`.';

@ApiTags('repositories')
@ApiBearerAuth()
@Controller('v1/repositories')
export class RepositoriesController {
  constructor(
    @Inject(RepositoryService) private readonly repositories: RepositoryService,
    @Inject(SnapshotService) private readonly snapshots: SnapshotService,
    @Inject(SampleQuestionService) private readonly samples: SampleQuestionService,
  ) {}

  @AppliesLabels()
  @Get()
  @ApiOperation({ summary: 'List the repositories that you can ask about: your own and the shared ones' })
  @ApiResponse({ status: 200, type: RepositoryListDto })
  @ApiProblems('unauthorized', 'store_unavailable')
  async listRepositories(@From() caller: Caller): Promise<RepositoryListDto> {
    const readable = await this.repositories.readable(caller);
    return { repositories: readable.flatMap((each) => presentRepository(caller, each)) };
  }

  @AppliesLabels()
  @Get(':name')
  @ApiParam(NAME)
  @ApiOperation({ summary: 'Get a repository' })
  @ApiResponse({ status: 200, type: RepositoryDto })
  @ApiProblems('unauthorized', 'repository_unknown', 'store_unavailable')
  async getRepository(@From() caller: Caller, @Param('name') name: string): Promise<RepositoryDto> {
    const [found] = [presentRepository(caller, await this.snapshots.repository(caller, name))].flat();
    if (!found) throw repositoryUnknown(name);
    return found;
  }

  @AppliesLabels()
  @Get(':name/sample-questions')
  @ApiParam(NAME)
  @ApiOperation({
    summary: 'Get questions that a repository can answer',
    description: 'At most three, made of what is central in its code graph and documents, without a model.',
  })
  @ApiResponse({ status: 200, type: SampleQuestionsDto })
  @ApiProblems('unauthorized', 'repository_unknown', 'store_unavailable')
  async getSampleQuestions(@From() caller: Caller, @Param('name') name: string): Promise<SampleQuestionsDto> {
    return { questions: await this.samples.of(caller, name) };
  }

  @AppliesLabels()
  @Get(':name/snapshots')
  @ApiParam(NAME)
  @ApiOperation({ summary: 'List the snapshots of a repository' })
  @ApiResponse({ status: 200, type: SnapshotListDto })
  @ApiProblems('unauthorized', 'repository_unknown', 'store_unavailable')
  async listSnapshots(@From() caller: Caller, @Param('name') name: string): Promise<SnapshotListDto> {
    const { snapshots } = await this.snapshots.repository(caller, name);
    return { snapshots: snapshots.map((each) => presentSnapshot(caller, name, each)) };
  }

  @Get(':name/snapshots/:snapshot')
  @ApiParam(NAME)
  @ApiParam(SNAPSHOT)
  @ApiOperation({ summary: 'Get a snapshot with the files that could not be indexed' })
  @ApiResponse({ status: 200, type: SnapshotDetailDto })
  @ApiProblems('unauthorized', 'repository_unknown', 'store_unavailable')
  async getSnapshot(
    @From() caller: Caller,
    @Param('name') name: string,
    @Param('snapshot') snapshot: string,
  ): Promise<SnapshotDetailDto> {
    return presentSnapshotDetail(caller, name, await this.snapshots.detail(caller, name, snapshot));
  }

  @Delete(':name')
  @Needs('maintainer')
  @ApiParam(NAME)
  @HttpCode(200)
  @ApiOperation({ summary: 'Delete a repository with all its snapshots (maintainers)', description: DELETED })
  @ApiResponse({ status: 200, type: DeletedSnapshotsDto })
  @ApiProblems(
    'bad_request',
    'unauthorized',
    'forbidden',
    'repository_unknown',
    'index_busy',
    'store_unavailable',
  )
  async deleteRepository(
    @From() caller: Caller,
    @Param('name') name: string,
    @Query() query: ConfirmQuery,
  ): Promise<DeletedSnapshotsDto> {
    return { repository: name, deleted: await this.snapshots.delete(caller, { name, ...query }) };
  }

  @Delete(':name/snapshots/:snapshot')
  @Needs('maintainer')
  @ApiParam(NAME)
  @ApiParam(SNAPSHOT)
  @HttpCode(200)
  @ApiOperation({ summary: 'Delete a snapshot (maintainers)', description: DELETED })
  @ApiResponse({ status: 200, type: DeletedSnapshotsDto })
  @ApiProblems(
    'bad_request',
    'unauthorized',
    'forbidden',
    'repository_unknown',
    'index_busy',
    'store_unavailable',
  )
  async deleteSnapshot(
    @From() caller: Caller,
    @Param('name') name: string,
    @Param('snapshot') only: string,
    @Query() query: ConfirmQuery,
  ): Promise<DeletedSnapshotsDto> {
    return { repository: name, deleted: await this.snapshots.delete(caller, { name, only, ...query }) };
  }
}
