import { STATUS_CODES } from 'node:http';
import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { Fault, type FaultCode } from '@quarry/turn';
import type { Request, Response } from 'express';
import type { ProblemDto } from './problem.dto';
import { statusOf } from './problem-status';

interface Problem {
  readonly status: number;
  readonly code: FaultCode;
  readonly detail: string;
}

/** Every error of the API in one form: RFC 9457 problem details with a stable code and a sentence that says what to do. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger('gateway');

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    const problem = this.describe(error, http.getRequest<Request>());
    if (response.headersSent) {
      response.end();
      return;
    }
    const { status, code, detail } = problem;
    if (status === 503) response.setHeader('Retry-After', '2');
    if (status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
    const title = STATUS_CODES[status] ?? 'Error';
    const body: ProblemDto = { type: 'about:blank', title, status, code, detail };
    response.status(status).type('application/problem+json').send(JSON.stringify(body));
  }

  private describe(error: unknown, request: Request): Problem {
    if (error instanceof Fault) {
      const status = statusOf(error.code);
      if (status < 500 || status === 503) return { status, code: error.code, detail: error.message };
    }
    if (error instanceof HttpException) return fromHttp(error, request);
    if (isBodyError(error)) return fromBody(error);
    this.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    const code = error instanceof Fault ? error.code : 'internal';
    return { status: 500, code, detail: 'Something failed inside; the log of the gateway says what.' };
  }
}

/** What Nest throws by itself: no such route, a path or a body that cannot be decoded. */
function fromHttp(error: HttpException, { method, path }: Request): Problem {
  const status = error.getStatus();
  if (status === 404) {
    const detail = `There is no ${method} ${path.slice(0, 200)} here. /docs lists what there is.`;
    return { status, code: 'route_unknown', detail };
  }
  return { status, code: status >= 500 ? 'internal' : 'bad_request', detail: error.message };
}

interface BodyError {
  readonly status: number;
  readonly message: string;
}

/** What body-parser throws: a status below 500 and `expose`. */
function isBodyError(error: unknown): error is BodyError {
  return (
    error instanceof Error &&
    'expose' in error &&
    'status' in error &&
    typeof error.status === 'number' &&
    error.status < 500
  );
}

function fromBody({ status, message }: BodyError): Problem {
  if (status !== 413) return { status, code: 'bad_request', detail: `The body cannot be read: ${message}.` };
  const detail = 'The body is larger than any question may be. Ask in fewer words.';
  return { status, code: 'question_too_long', detail };
}
