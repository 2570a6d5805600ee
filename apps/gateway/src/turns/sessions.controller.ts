import { Controller, Delete, Get, Inject, Param, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Caller } from '@quarry/application/access';
import { presentTurn, SessionService } from '@quarry/application/turns';
import { AppliesLabels, From, Needs } from '../access/from-request';
import { ApiProblems } from '../http/problem.dto';
import { SessionDeletedDto, SessionDetailDto, SessionListDto } from './session.dto';
import { SessionPageQuery, TurnPageQuery } from './session.schema';

@ApiTags('sessions')
@ApiBearerAuth()
@AppliesLabels()
@Controller('v1/sessions')
export class SessionsController {
  constructor(@Inject(SessionService) private readonly sessions: SessionService) {}

  @Get()
  @ApiOperation({ summary: 'List your sessions, most recent first' })
  @ApiResponse({ status: 200, type: SessionListDto })
  @ApiProblems('bad_request', 'unauthorized', 'store_unavailable')
  async listSessions(
    @From() caller: Caller,
    @Query() { after, limit }: SessionPageQuery,
  ): Promise<SessionListDto> {
    const { sessions, next } = await this.sessions.list(caller, { after, limit });
    return {
      sessions: sessions.map(({ session, title, turns, lastAskedAt }) => ({
        session,
        title,
        turns,
        lastAskedAt: new Date(lastAskedAt).toISOString(),
      })),
      next,
    };
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
    return { session: id, summary, turns: [...remembered, ...running].map(presentTurn), next };
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
