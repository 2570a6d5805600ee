import {
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Span,
  type SpanOptions,
} from '@opentelemetry/api';
import { toFault } from '@quarry/turn';

/** Does nothing until a process sets tracing up. */
const tracer = trace.getTracer('quarry');

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/**
 * Runs `work` within a span of a trace, a child of the one that runs now, or of `parent`. Attributes are asked for where something is traced. What is thrown is told by its code alone: messages may hold text of
 * a question or a document.
 */
export function inSpan<T>(
  name: string,
  attributes: () => Attributes,
  work: (span: Span) => T,
  options: Omit<SpanOptions, 'attributes'> & { readonly parent?: Context } = {},
): T {
  const { parent = context.active(), ...rest } = options;
  const span = tracer.startSpan(name, rest, parent);
  // Nothing is traced: no one waits for its end.
  if (!isSpanContextValid(span.spanContext())) return work(span);
  span.setAttributes(attributes());
  return context.with(trace.setSpan(parent, span), () => untilEnd(span, work));
}

function untilEnd<T>(span: Span, work: (span: Span) => T): T {
  try {
    const result = work(span);
    if (!(result instanceof Promise)) {
      span.end();
      return result;
    }
    return result.then(
      (value: unknown) => {
        span.end();
        return value;
      },
      (error: unknown) => {
        fail(span, error);
        throw error;
      },
    ) as T;
  } catch (error) {
    fail(span, error);
    throw error;
  }
}

/** The span that runs now in W3C's form, to go on with it in another process; undefined where nothing is traced. */
export function traceparent(): string | undefined {
  const span = trace.getSpanContext(context.active());
  if (!span || !isSpanContextValid(span)) return undefined;
  return `00-${span.traceId}-${span.spanId}-${(span.traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, '0')}`;
}

/** Goes on with a span of another process; what is no `traceparent` begins a trace of its own. */
export function contextOf(parent: string | undefined): Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(parent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT;
  const traceFlags = parseInt(flags ?? '00', 16) & TraceFlags.SAMPLED;
  const span = { traceId, spanId, traceFlags, isRemote: true };
  return isSpanContextValid(span) ? trace.setSpanContext(ROOT_CONTEXT, span) : ROOT_CONTEXT;
}

function fail(span: Span, error: unknown): void {
  span.setAttribute('error.type', toFault(error).code);
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
