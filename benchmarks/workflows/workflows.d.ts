/**
 * The part of the peers' interfaces that is used here. They are installed in this folder alone, by `npm run bench:workflows`: without these
 * declarations nothing could be checked where they are not.
 */
declare module '@langchain/langgraph' {
  interface Count {
    readonly count: number;
  }
  export type BaseCheckpointSaver = object;
  export class MemorySaver {}
  export const START: '__start__';
  export const END: '__end__';
  export const Annotation: {
    <T>(): { readonly of: T };
    Root(channels: object): object;
  };
  export interface RunConfig {
    readonly configurable: { readonly thread_id: string };
    readonly recursionLimit: number;
  }
  export interface CompiledGraph {
    invoke(input: Count | null, config: RunConfig): Promise<Count>;
    getState(config: RunConfig): Promise<{ readonly next: readonly string[]; readonly values: unknown }>;
  }
  export class StateGraph {
    constructor(state: object);
    addNode(name: string, node: (state: Count) => Promise<Count>): StateGraph;
    addEdge(from: string, to: string): StateGraph;
    compile(options: { readonly checkpointer?: BaseCheckpointSaver }): CompiledGraph;
  }
}

declare module '@langchain/langgraph-checkpoint-sqlite' {
  export class SqliteSaver {
    /** @param database of better-sqlite3, or what has the part of its interface that is used */
    constructor(database: object);
  }
}

declare module '@mastra/core/workflows' {
  import type { ZodType } from 'zod';
  export interface Step {
    readonly id: string;
  }
  export function createStep<T>(options: {
    readonly id: string;
    readonly inputSchema: ZodType<T>;
    readonly outputSchema: ZodType<T>;
    readonly execute: (given: { readonly inputData: T }) => Promise<T>;
  }): Step;
  export interface Workflow<T> {
    then(step: Step): Workflow<T>;
    commit(): void;
    createRun(options: { readonly runId: string }): Promise<{
      start(options: {
        readonly inputData: T;
      }): Promise<
        | { readonly status: 'success'; readonly result: T }
        | { readonly status: 'failed' | 'suspended'; readonly result?: undefined }
      >;
    }>;
  }
  export function createWorkflow<T>(options: {
    readonly id: string;
    readonly inputSchema: ZodType<T>;
    readonly outputSchema: ZodType<T>;
  }): Workflow<T>;
}

declare module '@llamaindex/workflow-core' {
  export interface EventData<T> {
    readonly data: T;
  }
  export interface WorkflowEvent<T> {
    with(data: T): EventData<T>;
    include(event: unknown): boolean;
  }
  export function workflowEvent<T>(): WorkflowEvent<T>;
  export function createWorkflow(): {
    handle<T>(
      events: readonly WorkflowEvent<T>[],
      handler: (context: unknown, event: EventData<T>) => Promise<EventData<T> | undefined>,
    ): void;
    createContext(): {
      readonly stream: { until(event: WorkflowEvent<number>): { toArray(): Promise<unknown[]> } };
      sendEvent(event: EventData<number>): void;
    };
  };
}
