import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import type { BoardQueues } from '@quarry/engine/bullmq';
import type { Request, RequestHandler, Response } from 'express';

/** Path of the dashboard. */
export const DASHBOARD_PATH = '/queues';

type EntryRoute = Parameters<ExpressAdapter['setEntryRoute']>[0];

/** The dashboard's page without the font that it would load from another host; it uses the system's font. */
class LocalAdapter extends ExpressAdapter {
  override setEntryRoute(entry: EntryRoute): this {
    this.app.get(entry.route, (_request: Request, response: Response) => {
      const { name, params } = entry.handler({ basePath: this.basePath, uiConfig: this.uiConfig });
      response.render(name, params, (error: Error | null, html: string) => {
        if (error) throw error;
        response.send(html.replace(/<link[^>]{0,50}href="https:[^>]{0,500}>/g, ''));
      });
    });
    return this;
  }
}

/**
 * The read-only dashboard of these queues. Jobs cannot be retried, promoted or removed by hand, since only the turn
 * knows which hop is next; a failed turn is retried as a dead letter.
 */
export function bullBoard({ queues }: BoardQueues): RequestHandler {
  const adapter = new LocalAdapter().setBasePath(`${DASHBOARD_PATH}/`);
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true })),
    serverAdapter: adapter,
    options: { uiConfig: { boardTitle: 'Quarry', hideRedisDetails: true } },
  });
  return adapter.getRouter() as RequestHandler;
}
