import { Logger, HttpException } from '@nestjs/common';
import { Fault, type FaultCode } from '@quarry/turn';
import type { Request } from 'express';
import { allowedMethods } from './allowed-methods';
import { statusOf } from './problem-status';

/** An error as it is reported to a client. */
export interface Problem {
  readonly status: number;
  readonly code: FaultCode;
  readonly detail: string;
  /** Of a path that has routes, but not with the method of the request: the methods that it has. */
  readonly allow?: readonly string[];
}

const LOGGER = new Logger('gateway');

/** Converts any thrown value to a problem. Server errors are logged and reported in general words. */
export function problemOf(error: unknown, request: Request): Problem {
  if (error instanceof Fault) {
    const status = statusOf(error.code);
    if (status < 500 || status === 503) return { status, code: error.code, detail: error.message };
  }
  if (error instanceof HttpException) return fromHttp(error, request);
  if (isBodyError(error)) return fromBody(error);
  LOGGER.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const code = error instanceof Fault ? error.code : 'internal';
  return { status: 500, code, detail: 'An internal error occurred. The log of the gateway has the details.' };
}

/** Errors of Nest: an unknown route, or a path or a body that cannot be decoded. */
function fromHttp(error: HttpException, request: Request): Problem {
  const status = error.getStatus();
  if (status === 404) return unknownRoute(request);
  if (status === 413) return TOO_LARGE;
  return { status, code: codeOf(status), detail: error.message };
}

function unknownRoute(request: Request): Problem {
  const { method, path } = request;
  const allow = allowedMethods(request);
  const there = `There is no ${method} ${path.slice(0, 200)} here`;
  if (allow.length === 0)
    return { status: 404, code: 'route_unknown', detail: `${there}. /docs lists all routes.` };
  const detail = `${there}, only ${allow.join(', ')}. /docs lists all routes.`;
  return { status: 405, code: 'route_unknown', detail, allow };
}

interface BodyError {
  readonly status: number;
  readonly message: string;
}

/** Errors of body-parser have a status below 500 and `expose`. */
function isBodyError(error: unknown): error is BodyError {
  return (
    error instanceof Error &&
    'expose' in error &&
    'status' in error &&
    typeof error.status === 'number' &&
    error.status < 500
  );
}

const TOO_LARGE: Problem = {
  status: 413,
  code: 'body_too_large',
  detail: 'The body exceeds the size limit. Send less, e.g. a shorter question.',
};

function fromBody({ status, message }: BodyError): Problem {
  if (status === 413) return TOO_LARGE;
  return { status, code: codeOf(status), detail: `The body cannot be read: ${message}.` };
}

function codeOf(status: number): FaultCode {
  if (status >= 500) return 'internal';
  return status === 415 ? 'media_type_unsupported' : 'bad_request';
}
