import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { SERVICE_NAMES } from '@quarry/application/pipelines';
import { openBoardQueues, type BoardQueues } from '@quarry/engine/bullmq';
import { CONFIG, type QuarryConfig } from '@quarry/platform';
import { Fault } from '@quarry/turn';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { Access } from '../access/access';
import { bullBoard } from './bull-board';
import { DashboardSessions } from './dashboard-sessions';

export const COOKIE = 'quarry_queues';

/** The read-only queue dashboard at `/queues`, for operators, if turns run over Redis. */
@Injectable()
export class QueueDashboard implements OnModuleDestroy {
  private board: { readonly queues: BoardQueues; readonly show: RequestHandler } | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: QuarryConfig,
    @Inject(Access) private readonly access: Access,
    @Inject(DashboardSessions) private readonly sessions: DashboardSessions,
    @Inject(SERVICE_NAMES) private readonly services: readonly string[],
  ) {}

  /** Handles all requests below `/queues`. */
  readonly handle = (request: Request, response: Response, next: NextFunction): void => {
    this.enter(request)
      .then(() => {
        response.setHeader('Cache-Control', 'no-store');
        this.open().show(request, response, next);
      })
      .catch(next);
  };

  async onModuleDestroy(): Promise<void> {
    await this.board?.queues.close();
    this.board = null;
  }

  /** @throws Fault `unauthorized`, `forbidden`, `route_unknown` */
  private async enter(request: Request): Promise<void> {
    await this.letIn(request);
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new Fault(
        'forbidden',
        "The queue dashboard is read-only: jobs that are moved by hand would not fit their turns. Retry failed turns with 'quarry dead-letters retry'.",
      );
    if (this.config.carrier !== 'bullmq')
      throw new Fault(
        'route_unknown',
        'Turns run within this process, so there is no queue dashboard. GET /v1/operations/queues shows the queues.',
      );
  }

  private async letIn(request: Request): Promise<void> {
    if (await this.sessions.isOpen(cookieOf(request))) return;
    // A key in a header also gives access. On a gateway without keys, every user of this machine is an operator.
    await this.access.enter(request, 'operator');
  }

  private open(): { readonly show: RequestHandler } {
    if (!this.board) {
      const queues = openBoardQueues(this.config, this.services);
      this.board = { queues, show: bullBoard(queues) };
    }
    return this.board;
  }
}

function cookieOf({ headers }: Request): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
}
