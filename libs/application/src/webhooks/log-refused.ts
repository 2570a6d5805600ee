import { Logger } from '@nestjs/common';

const LOGGER = new Logger('webhooks');

/** Logs why nothing is sent to a host. The owner of the webhook does not see it. */
export function logRefused(reason: string): void {
  LOGGER.warn(reason);
}
