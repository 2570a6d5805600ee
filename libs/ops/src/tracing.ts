/** Destination and origin of spans. */
export interface TracingOptions {
  /** Base of an OTLP/HTTP receiver, e.g. `http://127.0.0.1:4318`; spans go to `/v1/traces` below it. */
  readonly endpoint: string;
  /** Services of this process. */
  readonly services: readonly string[];
}

export interface Tracing {
  /** Sends the remaining spans. Never throws. */
  close(): Promise<void>;
}

/**
 * Starts sending this process's spans. Headers, sampling and names follow OpenTelemetry's own variables
 * (`OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_TRACES_SAMPLER`, `OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES`). An
 * unavailable receiver costs spans, and nothing else. The packages are loaded here, so that processes without tracing
 * do not load them.
 */
export async function startTracing({ endpoint, services }: TracingOptions): Promise<Tracing> {
  const [{ OTLPTraceExporter }, { BatchSpanProcessor, NodeTracerProvider }, resources] = await Promise.all([
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/resources'),
  ]);
  const { detectResources, envDetector, resourceFromAttributes } = resources;
  const own = resourceFromAttributes({
    'service.namespace': 'quarry',
    'service.name': services.length === 1 ? `quarry-${services[0]}` : 'quarry',
    'process.pid': process.pid,
  });
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new NodeTracerProvider({
    resource: own.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  return {
    close: async () => {
      await provider.shutdown().catch(() => undefined);
    },
  };
}
