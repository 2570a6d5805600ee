import type { INestApplication } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { CONFIG, type QuarryConfig } from '@quarry/platform';
import { Fault } from '@quarry/turn';
import type { NextFunction, Request, Response } from 'express';
import { Access } from './access';

/** Pages that are not routes of a controller, so that no guard protects them. */
const PAGES = ['/docs', '/docs-json', '/docs-yaml', '/v1/openapi.json'];

/**
 * Secures a gateway before it listens: it refuses to start without access control on a public address, trusts only the
 * configured proxies, and shows its API documentation only to authenticated callers.
 *
 * @throws Fault `bad_request`
 */
export async function closeDoors(app: INestApplication): Promise<void> {
  const access = app.get(Access);
  await access.checkDoors();
  believe(app as NestExpressApplication, app.get<QuarryConfig>(CONFIG).trustedProxies);
  app.use(PAGES, (request: Request, _response: Response, next: NextFunction) => {
    access.enter(request, 'reader', true).then(() => {
      next();
    }, next);
  });
}

function believe(app: NestExpressApplication, proxies: readonly string[]): void {
  try {
    app.set('trust proxy', proxies.length === 0 ? false : [...proxies]);
  } catch (cause) {
    throw new Fault(
      'bad_request',
      `QUARRY_TRUSTED_PROXIES must be addresses and networks, such as 10.0.0.0/8, separated by commas: ${String(cause)}.`,
      { cause },
    );
  }
}
