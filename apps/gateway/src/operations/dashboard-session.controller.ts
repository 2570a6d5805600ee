import { Controller, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiProperty, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Caller } from '@quarry/application/access';
import { CONFIG, type QuarryConfig } from '@quarry/platform';
import { Fault } from '@quarry/turn';
import type { Request, Response } from 'express';
import { From, Needs } from '../access/from-request';
import { ApiProblems } from '../http/problem.dto';
import { DASHBOARD_PATH } from './bull-board';
import { DashboardSessions, SESSION_MS } from './dashboard-sessions';
import { COOKIE } from './queue-dashboard';

class DashboardSessionDto {
  @ApiProperty({ example: '/queues/', description: 'URL of the dashboard.' })
  readonly path!: string;
  @ApiProperty({ format: 'date-time', description: 'Time at which the cookie expires.' })
  readonly expiresAt!: string;
}

@ApiTags('operations')
@ApiBearerAuth()
@Needs('operator')
@Controller('v1/operations/dashboard-session')
export class DashboardSessionController {
  constructor(
    @Inject(CONFIG) private readonly config: QuarryConfig,
    @Inject(DashboardSessions) private readonly sessions: DashboardSessions,
  ) {}

  @Post()
  @ApiOperation({
    summary: 'Open the queue dashboard in this browser (operators)',
    description:
      "Sets a cookie for `/queues` that is valid for 15 minutes, but no longer than the caller's key. The " +
      'dashboard is available if turns run over Redis.',
  })
  @ApiResponse({ status: 201, type: DashboardSessionDto })
  @ApiProblems('unauthorized', 'forbidden', 'route_unknown', 'store_unavailable')
  async openDashboard(
    @From() caller: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DashboardSessionDto> {
    if (this.config.carrier !== 'bullmq')
      throw new Fault(
        'route_unknown',
        'Turns travel within this process, so there is no queue dashboard. GET /v1/operations/queues shows how they stand.',
      );
    const { token, expiresAt } = await this.sessions.begin(caller);
    response.cookie(COOKIE, token, {
      path: DASHBOARD_PATH,
      httpOnly: true,
      sameSite: 'strict',
      secure: request.secure,
      maxAge: SESSION_MS,
    });
    return { path: `${DASHBOARD_PATH}/`, expiresAt: new Date(expiresAt).toISOString() };
  }
}
