import type { Server } from 'node:http';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Response } from 'express';

/** Milliseconds that open requests have to end when the gateway shuts down. */
const GRACE_MS = 1_000;

/**
 * Requests that stay open while a turn runs. Each ends when its client disconnects or the gateway shuts down; the turn
 * continues in both cases.
 */
@Injectable()
export class OpenRequests implements OnModuleDestroy {
  private readonly open = new Set<AbortController>();
  private closing = false;

  constructor(@Inject(HttpAdapterHost) private readonly host: HttpAdapterHost) {}

  /** Runs before the server stops listening, which would wait for these requests and for every idle client. */
  onModuleDestroy(): void {
    this.closing = true;
    for (const controller of this.open) controller.abort();
    const server = this.host.httpAdapter.getHttpServer() as Server;
    setTimeout(() => server.closeAllConnections(), GRACE_MS).unref();
  }

  /** Aborts when no client waits for this response any more. */
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
