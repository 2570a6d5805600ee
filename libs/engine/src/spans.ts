import {
  context,
  INVALID_SPAN_CONTEXT,
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

/** Does nothing until a process sets up tracing. */
const tracer = trace.getTracer('quarry');

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/**
 * Runs `work` within a span, as a child of the current one or of `parent`. Attributes are computed only if tracing is
 * on. An error is recorded only by its code, because messages may contain text of a question or a document. With
 * `within`, work outside of any span has none either: a background poll would otherwise start its own trace.
 */
export function inSpan<T>(
  name: string,
  attributes: () => Attributes,
  work: (span: Span) => T,
  options: Omit<SpanOptions, 'attributes'> & { readonly parent?: Context; readonly within?: true } = {},
): T {
  const { parent = context.active(), within, ...rest } = options;
  if (within && !trace.getSpan(parent)) return work(trace.wrapSpanContext(INVALID_SPAN_CONTEXT));
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

/** The current span in W3C format, to continue it in another process; undefined if nothing is traced. */
export function traceparent(): string | undefined {
  const span = trace.getSpanContext(context.active());
  if (!span || !isSpanContextValid(span)) return undefined;
  return `00-${span.traceId}-${span.spanId}-${(span.traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, '0')}`;
}

/**
 * The context that continues a span of another process. Anything that is not a `traceparent` starts a separate trace.
 */
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
