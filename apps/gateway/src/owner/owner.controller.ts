import { Body, Controller, Get, Headers, Inject, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { type Caller, OwnerSessions } from '@quarry/application/access';
import { FolderService } from '@quarry/application/repositories';
import { From, Needs } from '../access/from-request';
import { ApiProblems } from '../http/problem.dto';
import { checkOwner, OWNER_HEADER } from './check-owner';
import { FolderListDto, OwnerSessionDto } from './owner.dto';
import { BeginOwnerSessionDto, FoldersQuery } from './owner.schema';

/** What only the person who started the gateway may do. */
@ApiTags('indexing jobs')
@ApiBearerAuth()
@Needs('operator')
@Controller('v1')
export class OwnerController {
  constructor(
    @Inject(OwnerSessions) private readonly sessions: OwnerSessions,
    @Inject(FolderService) private readonly folders: FolderService,
  ) {}

  @Post('owner-session')
  @ApiOperation({
    summary: 'Prove to be the person who started this gateway',
    description:
      'Exchanges the code of the link that `quarry serve` printed for a token. Only on a gateway without API keys.',
  })
  @ApiResponse({ status: 201, type: OwnerSessionDto })
  @ApiProblems('bad_request', 'unauthorized', 'forbidden')
  openOwnerSession(@Body() { code }: BeginOwnerSessionDto): OwnerSessionDto {
    return { token: this.sessions.begin(code) };
  }

  @Get('folders')
  @ApiHeader({ name: OWNER_HEADER, required: false, description: 'Required: token of an owner session.' })
  @ApiOperation({
    summary: 'List the folders of this machine, to choose one to index (the owner of the gateway)',
  })
  @ApiResponse({ status: 200, type: FolderListDto })
  @ApiProblems('bad_request', 'unauthorized', 'forbidden', 'source_forbidden')
  async listFolders(
    @From() caller: Caller,
    @Query() { path }: FoldersQuery,
    @Headers(OWNER_HEADER) token?: string,
  ): Promise<FolderListDto> {
    checkOwner(this.sessions, caller, token);
    return this.folders.list(path);
  }
}
