import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import { json, raw, type NextFunction, type Request, type Response } from 'express';
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
import { CONSOLE_FOLDER } from '../console/console-files';
import { ProblemFilter } from './problem.filter';

/** Maximum size of a body: a question of 32 KB in its longest JSON form, and some more. */
const MAX_BODY = '256kb';
const MAX_CONVERSATION = '1mb';
/** A push of 2,048 commits, the most that GitHub describes. */
const MAX_HOOK = '3mb';

/**
 * Milliseconds within which the headers and the whole request must arrive. Otherwise a client that sends a byte now and
 * then would hold a connection for five minutes. Node checks every 30 s. Responses may take any time.
 */
const HEADERS_MS = 20_000;
const REQUEST_MS = 60_000;

/** The page at `/docs` uses inline styles; nothing may be loaded from another host. */
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
 * Configures the HTTP side of a gateway: headers, limits, validation, errors, and the OpenAPI page at `/docs`.
 *
 * @throws Fault `bad_request` if other machines could reach it without API keys.
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
  // A client that keeps the conversation itself sends all of it with every question.
  app.use(['/v1/chat/completions', '/v1/responses'], json({ limit: MAX_CONVERSATION }));
  // A signature is over the bytes, whatever their type.
  app.use('/v1/hooks', raw({ limit: MAX_HOOK, type: () => true }));
  app.use(json({ limit: MAX_BODY }));
  app.use('/v1', checkBody);
  app.use(DASHBOARD_PATH, app.get(QueueDashboard).handle);
  app.useGlobalGuards(app.get(AccessGuard));
  app.useGlobalPipes(new SchemaPipe());
  app.useGlobalFilters(new ProblemFilter(app.get<string>(CONSOLE_FOLDER)));
  publishOpenApi(app);
}

/** Answers contain the caller's source code: no cache on the way may store them. */
function noStore(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}
