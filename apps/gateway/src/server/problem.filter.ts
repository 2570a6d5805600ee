import { STATUS_CODES } from 'node:http';
import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { untilTomorrow } from '@quarry/application/access';
import type { Request, Response } from 'express';
import { problemOf, type Problem } from '../http/problem-of';
import type { ProblemDto } from '../http/problem.dto';
import { isOpenAiPath, openAiError, openAiStatus } from '../openai/openai-error';

/** Sends every error of the API as RFC 9457 problem details, with a stable code and a sentence that says what to do. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    const request = http.getRequest<Request>();
    const problem = problemOf(error, request);
    if (response.headersSent) {
      response.end();
      return;
    }
    const { status, code, detail } = problem;
    if ((status === 503 || status === 429) && !response.hasHeader('Retry-After'))
      response.setHeader('Retry-After', retryAfter(problem));
    if (status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
    if (isOpenAiPath(http.getRequest<Request>().path)) {
      response.status(openAiStatus(problem)).json(openAiError(problem));
      return;
    }
    const title = STATUS_CODES[status] ?? 'Error';
    const type = `urn:quarry:problem:${code}`;
    const instance = request.path.slice(0, 200);
    const body: ProblemDto = { type, title, status, code, detail, instance };
    response.status(status).type('application/problem+json').send(JSON.stringify(body));
  }
}

/** Seconds after which the same request may succeed. */
function retryAfter({ status, code }: Problem): number {
  if (code === 'budget_spent') return Math.ceil(untilTomorrow(Date.now()) / 1_000);
  return status === 503 ? 2 : 5;
}
