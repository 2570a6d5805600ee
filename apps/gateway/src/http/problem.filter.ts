import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { Fault, type FaultCode } from '@quarry/turn';
import type { Response } from 'express';

/** HTTP status of a fault code; 500 for what is not a client's doing. */
const STATUS: Partial<Record<FaultCode, number>> = {
  bad_request: 400,
  question_empty: 400,
  question_too_long: 413,
  unauthorized: 401,
  pipeline_unknown: 404,
  session_unknown: 404,
  turn_unknown: 404,
  index_missing: 409,
  redis_unavailable: 503,
  redis_policy: 503,
  store_unavailable: 503,
};

/** Every error of the API in one shape: RFC 9457 problem details with a stable code and a sentence that says what to do. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger('gateway');

  catch(error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const { status, code, detail } = this.describe(error);
    if (response.headersSent) {
      response.end();
      return;
    }
    if (status === 503) response.setHeader('Retry-After', '2');
    response
      .status(status)
      .type('application/problem+json')
      .send(JSON.stringify({ type: 'about:blank', title: code, status, code, detail }));
  }

  private describe(error: unknown): {
    readonly status: number;
    readonly code: string;
    readonly detail: string;
  } {
    if (error instanceof Fault)
      return { status: STATUS[error.code] ?? 500, code: error.code, detail: error.message };
    if (error instanceof HttpException)
      return { status: error.getStatus(), code: 'bad_request', detail: httpDetail(error) };
    if (isBodyError(error)) {
      const code = error.status === 413 ? 'question_too_long' : 'bad_request';
      return {
        status: error.status,
        code,
        detail:
          error.status === 413 ? 'The request body is too large.' : 'The request body is not valid JSON.',
      };
    }
    this.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return {
      status: 500,
      code: 'internal',
      detail: 'Something failed inside; the log of the gateway says what.',
    };
  }
}

/** What body-parser throws: a status below 500 and `expose`. */
function isBodyError(error: unknown): error is { readonly status: number } {
  return (
    typeof error === 'object' &&
    error !== null &&
    'expose' in error &&
    'status' in error &&
    typeof error.status === 'number' &&
    error.status < 500
  );
}

function httpDetail(error: HttpException): string {
  const body = error.getResponse();
  if (typeof body === 'object' && 'message' in body)
    return Array.isArray(body.message) ? body.message.join('; ') : String(body.message);
  return error.message;
}
