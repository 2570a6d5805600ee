import { Inject, Injectable, Logger } from '@nestjs/common';
import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { logContext } from '@quarry/engine';
import { OBSERVER, type PlatformObserver } from '@quarry/platform';
import type { NextFunction, Request, Response } from 'express';
import type { CallerRequest } from '../access/from-request';

/** Status that nginx logs if the client disconnects before the response. */
const CLIENT_GONE = 499;

const tracer = trace.getTracer('quarry');

/** The result of one request. */
interface Ended {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
}

/**
 * Counts, times, traces and logs every request by the template of its route, never by its path, which contains ids, or
 * its query, which contains words.
 */
@Injectable()
export class RequestWatch {
  private readonly logger = new Logger('access');
  private readonly open = new Set<Response>();

  constructor(@Inject(OBSERVER) private readonly observer: PlatformObserver) {
    observer.watchStreams(() => [...this.open].filter(isStream).length);
  }

  readonly handle = (request: CallerRequest, response: Response, next: NextFunction): void => {
    const began = performance.now();
    const { method } = request;
    const parent = propagation.extract(ROOT_CONTEXT, request.headers);
    const span = tracer.startSpan(method, { kind: SpanKind.SERVER }, parent);
    this.open.add(response);
    response.once('close', () => {
      this.open.delete(response);
      const route = routeOf(request);
      const status = response.writableFinished || isStream(response) ? response.statusCode : CLIENT_GONE;
      const ms = performance.now() - began;
      this.observer.requestEnded(method, route, status, isStream(response) ? null : ms);
      span.updateName(`${method} ${route}`);
      span.setAttributes({
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
      });
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
      this.log(request, { method, route, status, ms: Math.round(ms) });
    });
    const id = response.getHeader('X-Request-Id');
    context.with(trace.setSpan(context.active(), span), () => {
      logContext.run(typeof id === 'string' ? { request: id } : {}, next);
    });
  };

  private log({ caller }: CallerRequest, ended: Ended): void {
    const { method, route, status } = ended;
    const who = caller === undefined ? {} : { tenant: caller.tenant, key: caller.key };
    this.logger.log({ message: `${method} ${route} ${status}`, ...ended, ...who });
  }
}

function isStream(response: Response): boolean {
  return String(response.getHeader('Content-Type')).startsWith('text/event-stream');
}

/** Returns the template of the route; `unknown` if no route matched. */
function routeOf(request: Request): string {
  const { baseUrl } = request;
  const route: unknown = request.route;
  const path: unknown =
    typeof route === 'object' && route !== null && 'path' in route ? route.path : undefined;
  if (typeof path === 'string') return `${baseUrl}${path}` || '/';
  return baseUrl === '' ? 'unknown' : baseUrl;
}
