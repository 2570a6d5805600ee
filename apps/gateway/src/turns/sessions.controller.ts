import { Body, Controller, Delete, Get, Inject, Param, Patch, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Caller } from '@quarry/application/access';
import { type ListedSession, presentTurn, SessionService } from '@quarry/application/turns';
import { defined } from '@quarry/turn';
import { AppliesLabels, From, Needs } from '../access/from-request';
import { ApiProblems } from '../http/problem.dto';
import { SessionDeletedDto, SessionDetailDto, SessionDto, SessionListDto } from './session.dto';
import { ChangeSessionDto, SessionPageQuery, TurnPageQuery } from './session.schema';

@ApiTags('sessions')
@ApiBearerAuth()
@AppliesLabels()
@Controller('v1/sessions')
export class SessionsController {
  constructor(@Inject(SessionService) private readonly sessions: SessionService) {}

  @Get()
  @ApiOperation({
    summary: 'List your sessions, most recent first',
    description:
      'With `q` or `pinned`, a page can have fewer sessions than `limit`, or none, although others follow: go on until `next` is null.',
  })
  @ApiResponse({ status: 200, type: SessionListDto })
  @ApiProblems('bad_request', 'unauthorized', 'store_unavailable')
  async listSessions(
    @From() caller: Caller,
    @Query() { after, limit, q, pinned }: SessionPageQuery,
  ): Promise<SessionListDto> {
    const filter = { ...defined({ words: q }), ...(pinned ? { pinned: pinned === 'true' } : {}) };
    const { sessions, next } = await this.sessions.list(caller, { after, limit }, filter);
    return { sessions: sessions.map(present), next };
  }

  @Patch(':id')
  @ApiParam({ name: 'id', description: 'Name of the session.' })
  @ApiOperation({
    summary: 'Rename a session, or pin it',
    description: 'Changes what the list of sessions shows, for all who can read the session.',
  })
  @ApiResponse({ status: 200, type: SessionDto })
  @ApiProblems('bad_request', 'unauthorized', 'session_unknown', 'store_unavailable')
  async changeSession(
    @From() caller: Caller,
    @Param('id') id: string,
    @Body() { name, pinned }: ChangeSessionDto,
  ): Promise<SessionDto> {
    // An empty name removes it, as null does.
    const changes = {
      ...defined({ pinned }),
      ...(name === undefined ? {} : { name: name === '' ? null : name }),
    };
    return present(await this.sessions.note(caller, id, changes));
  }

  @Get(':id')
  @ApiParam({ name: 'id', description: 'Name of the session.' })
  @ApiOperation({ summary: 'Get the turns of a session and its summary' })
  @ApiResponse({ status: 200, type: SessionDetailDto })
  @ApiProblems('bad_request', 'unauthorized', 'session_unknown', 'store_unavailable')
  async getSession(
    @From() caller: Caller,
    @Param('id') id: string,
    @Query() { after, limit }: TurnPageQuery,
  ): Promise<SessionDetailDto> {
    const { summary, remembered, running, next } = await this.sessions.read(caller, id, { after, limit });
    const { title, name, pinned } = (await this.sessions.listed(caller, id)) ?? UNKNOWN;
    const turns = [...remembered, ...running].map(presentTurn);
    return { session: id, title, name, pinned, summary, turns, next };
  }

  @Delete(':id')
  @Needs('maintainer')
  @ApiParam({ name: 'id', description: 'Name of the session.' })
  @ApiOperation({
    summary: 'Delete a session with its turns, logs, prompts, summary and evidence',
    description: 'Running turns of the session are cancelled first. Requires the role `maintainer`.',
  })
  @ApiResponse({ status: 200, type: SessionDeletedDto })
  @ApiProblems('unauthorized', 'forbidden', 'session_unknown', 'store_unavailable', 'redis_unavailable')
  async deleteSession(@From() caller: Caller, @Param('id') id: string): Promise<SessionDeletedDto> {
    return { session: id, deleted: true, cancelledTurns: await this.sessions.forget(caller, id) };
  }
}

/** A session of which only running turns exist. */
const UNKNOWN = { title: null, name: null, pinned: false };

function present({ session, title, name, pinned, turns, lastAskedAt }: ListedSession): SessionDto {
  return { session, title, name, pinned, turns, lastAskedAt: new Date(lastAskedAt).toISOString() };
}
