import { STATUS_CODES } from 'node:http';
import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { untilTomorrow } from '@quarry/application/access';
import type { Request, Response } from 'express';
import { sendConsole } from '../console/send-console';
import { problemOf, type Problem } from '../http/problem-of';
import type { ProblemDto } from '../http/problem.dto';
import { isOpenAiPath, openAiError, openAiStatus } from '../openai/openai-error';

/** Addresses of programs: their errors are never a page. */
const NO_PAGE = /^\/(?:v1|mcp|docs|docs-json|docs-yaml|queues|health|metrics|assets)(?:\/|$)/;

/**
 * Sends every error of the API as RFC 9457 problem details, with a stable code and a sentence that says what to do. A
 * browser that opens an unknown address gets the console, which says that there is no such page.
 */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly consoleFolder: string) {}

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
    if (code === 'route_unknown' && isPageOfBrowser(request)) {
      sendConsole(response, this.consoleFolder, 404);
      return;
    }
    if ((status === 503 || status === 429) && !response.hasHeader('Retry-After'))
      response.setHeader('Retry-After', retryAfter(problem));
    if (problem.allow) response.setHeader('Allow', problem.allow.join(', '));
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

function isPageOfBrowser({ method, path, headers }: Request): boolean {
  return method === 'GET' && headers.accept?.includes('text/html') === true && !NO_PAGE.test(path);
}

/** Seconds after which the same request may succeed. */
function retryAfter({ status, code }: Problem): number {
  if (code === 'budget_spent') return Math.ceil(untilTomorrow(Date.now()) / 1_000);
  return status === 503 ? 2 : 5;
}
