import type { Engine } from '../engine.ts';

/** Loaded one at a time, each in a process of its own: nobody pays for the modules of another. */
export const ENGINES: Readonly<Record<string, { readonly load: () => Promise<Engine> }>> = {
  'quarry-bullmq': { load: async () => (await import('./quarry.ts')).bullmqCarrier },
  'quarry-bullmq-one-service': { load: async () => (await import('./quarry.ts')).bullmqOneService },
  'quarry-memory': { load: async () => (await import('./quarry.ts')).memoryCarrier },
  bullmq: { load: async () => (await import('./bullmq.ts')).handlers },
  'bullmq-flows': { load: async () => (await import('./bullmq.ts')).flows },
  langgraph: { load: async () => (await import('./langgraph.ts')).plain },
  'langgraph-memory': { load: async () => (await import('./langgraph.ts')).withMemory },
  'langgraph-sqlite': { load: async () => (await import('./langgraph.ts')).withSqlite },
  mastra: { load: async () => (await import('./mastra.ts')).mastra },
  llamaindex: { load: async () => (await import('./llamaindex.ts')).llamaindex },
};
