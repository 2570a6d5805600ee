import type { ServerResponse } from 'node:http';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';

/**
 * Milliseconds between two checks. Together with the time for which a gateway caches a key, it is less than the 5 s
 * within which a revoked key must stop working.
 */
const LOOK_EVERY_MS = 1_000;

/** Open responses, such as event streams. Each is closed when its caller loses its access. */
@Injectable()
export class OpenResponses implements OnModuleDestroy {
  private readonly open = new Map<ServerResponse, () => Promise<boolean>>();
  private timer: NodeJS.Timeout | null = null;

  /** @param mayStay may the caller still be here? A look that fails changes nothing */
  watch(response: ServerResponse, mayStay: () => Promise<boolean>): void {
    this.open.set(response, mayStay);
    response.once('close', () => {
      this.open.delete(response);
    });
    this.timer ??= setInterval(() => {
      void this.look();
    }, LOOK_EVERY_MS).unref();
  }

  /** Cuts off what may no longer be sent. */
  async look(): Promise<void> {
    await Promise.all(
      [...this.open].map(async ([response, mayStay]) => {
        if (!(await mayStay().catch(() => true))) response.destroy();
      }),
    );
  }

  onModuleDestroy(): void {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }
}
