import type { INestApplication } from '@nestjs/common';
import type { QuarryConfig } from '@quarry/platform';
import { Fault } from '@quarry/turn';
import { json, type NextFunction, type Request, type Response } from 'express';
import helmet from 'helmet';
import { publishOpenApi } from './openapi';
import { ProblemFilter } from './problem.filter';
import { validationPipe } from './validation';

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1']);

/** Body limit: a question of 32 KB in its longest JSON form, and room for the rest. */
const MAX_BODY = '256kb';

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
export function configureHttp(app: INestApplication, config: QuarryConfig): void {
  if (!LOOPBACK.has(config.host) && Object.keys(config.apiKeys).length === 0) {
    throw new Fault(
      'bad_request',
      `Refusing to listen on ${config.host} without API keys: set QUARRY_API_KEYS=key=tenant, or listen on 127.0.0.1.`,
    );
  }
  app.use(helmet({ contentSecurityPolicy: CONTENT_SECURITY }));
  app.use('/v1', noStore);
  app.use(json({ limit: MAX_BODY }));
  app.useGlobalPipes(validationPipe());
  app.useGlobalFilters(new ProblemFilter());
  publishOpenApi(app);
}

/** Answers hold source code of whoever asked: no cache on the way keeps them. */
function noStore(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}
