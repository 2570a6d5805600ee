import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Response } from 'express';

/**
 * Requests that stay open for as long as a turn runs. Each ends when its client goes away or this gateway shuts down;
 * the turn goes on in both cases.
 */
@Injectable()
export class OpenRequests implements OnModuleDestroy {
  private readonly open = new Set<AbortController>();
  private closing = false;

  /** Runs before the server stops listening, which would wait for these requests. */
  onModuleDestroy(): void {
    this.closing = true;
    for (const controller of this.open) controller.abort();
  }

  /** Aborts once nobody waits for this response any more. */
  signal(response: Response): AbortSignal {
    const controller = new AbortController();
    this.open.add(controller);
    response.once('close', () => {
      this.open.delete(controller);
      controller.abort();
    });
    if (this.closing || response.closed) controller.abort();
    return controller.signal;
  }
}
