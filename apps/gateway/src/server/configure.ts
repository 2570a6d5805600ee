import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import { json, type NextFunction, type Request, type Response } from 'express';
import helmet from 'helmet';
import { AccessGuard } from '../access/access.guard';
import { closeDoors } from '../access/doors';
import { checkBody } from '../http/body-check';
import { nameRequest } from '../http/request-id';
import { SchemaPipe } from '../http/schema-pipe';
import { DASHBOARD_PATH } from '../operations/bull-board';
import { QueueDashboard } from '../operations/queue-dashboard';
import { RequestWatch } from '../operations/request-watch';
import { publishOpenApi } from './openapi';
import { ProblemFilter } from './problem.filter';

/** Body limit: a question of 32 KB in its longest JSON form, and room for the rest. */
const MAX_BODY = '256kb';
const MAX_CONVERSATION = '1mb';

/**
 * Milliseconds until a request's headers, and all of it, must have come: whoever sends a byte now and then would hold a connection for five minutes. Node looks every 30 s.
 * Answers may take as long as they like.
 */
const HEADERS_MS = 20_000;
const REQUEST_MS = 60_000;

/** The page at `/docs` styles itself inline; nothing may come from another host. */
const CONTENT_SECURITY = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  },
};

/**
 * Everything HTTP of a gateway: headers, limits, validation, errors, the OpenAPI page at `/docs`.
 * @throws Fault `bad_request` where it would listen beyond this machine without API keys.
 */
export async function configureHttp(app: INestApplication): Promise<void> {
  Object.assign(app.getHttpServer() as Server, {
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
  });
  app.use(nameRequest);
  app.use(app.get(RequestWatch).handle);
  app.use(helmet({ contentSecurityPolicy: CONTENT_SECURITY }));
  app.use('/v1', noStore);
  await closeDoors(app);
  // A conversation that the client tells itself is sent whole with every question.
  app.use('/v1/chat/completions', json({ limit: MAX_CONVERSATION }));
  app.use(json({ limit: MAX_BODY }));
  app.use('/v1', checkBody);
  app.use(DASHBOARD_PATH, app.get(QueueDashboard).handle);
  app.useGlobalGuards(app.get(AccessGuard));
  app.useGlobalPipes(new SchemaPipe());
  app.useGlobalFilters(new ProblemFilter());
  publishOpenApi(app);
}

/** Answers hold source code of whoever asked: no cache on the way keeps them. */
function noStore(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}
