import { Controller, Delete, Get, Inject, Param, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import { presentTurn } from '../present';
import { SessionDesk } from '../session-desk';
import { ApiProblems } from './problem.dto';
import { SessionDeletedDto, SessionDetailDto, SessionListDto } from './session.dto';
import { Tenant, TenantGuard } from './tenant.guard';

@ApiTags('sessions')
@ApiBearerAuth()
@UseGuards(TenantGuard)
@Controller('v1/sessions')
export class SessionsController {
  constructor(@Inject(SessionDesk) private readonly desk: SessionDesk) {}

  @Get()
  @ApiOperation({ summary: 'Your sessions, most recent first' })
  @ApiResponse({ status: 200, type: SessionListDto })
  @ApiProblems('unauthorized', 'store_unavailable')
  async list(@Tenant() tenant: string): Promise<SessionListDto> {
    const sessions = await this.desk.list(tenant);
    return {
      sessions: sessions.map(({ session, turns, lastAskedAt }) => ({
        session,
        turns,
        lastAskedAt: new Date(lastAskedAt).toISOString(),
      })),
    };
  }

  @Get(':id')
  @ApiParam({ name: 'id', description: 'Name of the session.' })
  @ApiOperation({ summary: 'The turns of a session and its rolling summary' })
  @ApiResponse({ status: 200, type: SessionDetailDto })
  @ApiProblems('unauthorized', 'session_unknown', 'store_unavailable')
  async read(@Tenant() tenant: string, @Param('id') id: string): Promise<SessionDetailDto> {
    const { summary, remembered, running } = await this.desk.read(tenant, id);
    return { session: id, summary, turns: [...remembered, ...running].map(presentTurn) };
  }

  @Delete(':id')
  @ApiParam({ name: 'id', description: 'Name of the session.' })
  @ApiOperation({
    summary: 'Forget a session: its turns, its summary, and what it has found',
    description: 'What runs in it is cancelled first.',
  })
  @ApiResponse({ status: 200, type: SessionDeletedDto })
  @ApiProblems('unauthorized', 'session_unknown', 'store_unavailable', 'redis_unavailable')
  async remove(@Tenant() tenant: string, @Param('id') id: string): Promise<SessionDeletedDto> {
    return { session: id, deleted: true, cancelledTurns: await this.desk.forget(tenant, id) };
  }
}
