import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

/**
 * What a proxy may call a request: nothing that could break out of a header or of a line of a log, and nothing that may be a secret in the wrong place, which are longer in one
 * piece.
 */
const ID = /^(?=.{1,128}$)[\w-]{0,40}(?:[.:][\w-]{0,40})*$/;

/** Gives every answer the header `X-Request-Id`: the caller's own where it sent one, else a new one. Logs and support go by it. */
export function nameRequest(request: Request, response: Response, next: NextFunction): void {
  const given = request.headers['x-request-id'];
  response.setHeader('X-Request-Id', typeof given === 'string' && ID.test(given) ? given : randomUUID());
  next();
}
