import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

/**
 * Accepted ids from a proxy: nothing that could break out of a header or a line of a log, and no long words, which
 * could be secrets.
 */
const ID = /^(?=.{1,128}$)[\w-]{0,40}(?:[.:][\w-]{0,40})*$/;

/**
 * Sets the header `X-Request-Id` of every response: the caller's id if it sent one, otherwise a new one. Logs contain
 * it.
 */
export function nameRequest(request: Request, response: Response, next: NextFunction): void {
  const given = request.headers['x-request-id'];
  response.setHeader('X-Request-Id', typeof given === 'string' && ID.test(given) ? given : randomUUID());
  next();
}
