import { Controller, Delete, Get, Inject, Param, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { HistoryStore, SessionInfo } from '@quarry/history-store';
import { HISTORY_STORE } from '@quarry/platform';
import { Fault } from '@quarry/turn';
import { presentTurn, type TurnDto } from '../present';
import { Tenant, TenantGuard } from './tenant.guard';

@ApiTags('sessions')
@ApiBearerAuth()
@UseGuards(TenantGuard)
@Controller('v1/sessions')
export class SessionsController {
  constructor(@Inject(HISTORY_STORE) private readonly history: HistoryStore) {}

  @Get()
  @ApiOperation({ summary: 'Your sessions, most recent first' })
  async list(@Tenant() tenant: string): Promise<{ readonly sessions: readonly SessionInfo[] }> {
    return { sessions: await this.history.sessions(tenant) };
  }

  @Get(':id')
  @ApiOperation({ summary: 'The turns of a session and its rolling summary' })
  async read(
    @Tenant() tenant: string,
    @Param('id') id: string,
  ): Promise<{
    readonly session: string;
    readonly summary: object | null;
    readonly turns: readonly TurnDto[];
  }> {
    const rows = await this.history.rows(tenant, id);
    if (rows.length === 0) throw unknownSession(id);
    return { session: id, summary: await this.history.summary(tenant, id), turns: rows.map(presentTurn) };
  }

  @Delete(':id')
  @ApiOperation({ summary: 'Forget a session: its turns and its summary' })
  async remove(
    @Tenant() tenant: string,
    @Param('id') id: string,
  ): Promise<{ readonly session: string; readonly deleted: boolean }> {
    if (!(await this.history.deleteSession(tenant, id))) throw unknownSession(id);
    return { session: id, deleted: true };
  }
}

function unknownSession(id: string): Fault {
  return new Fault('session_unknown', `You have no session '${id.slice(0, 100)}'.`);
}
