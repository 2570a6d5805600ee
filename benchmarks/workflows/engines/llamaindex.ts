import { createWorkflow, workflowEvent } from '@llamaindex/workflow-core';
import { Running, wait, type Engine } from '../engine.ts';

/** LlamaIndex's workflow: one event a hop, whose handler gives the next. */
export const llamaindex: Engine = {
  title: 'LlamaIndex workflow-core',
  needsRedis: false,
  durable: false,
  open: async ({ hops, workMs, onHop }) => {
    const events = Array.from({ length: hops + 1 }, () => workflowEvent<number>());
    const workflow = createWorkflow();
    events.slice(0, hops).forEach((event, hop) => {
      workflow.handle([event], async (_context, { data }) => {
        onHop();
        await wait(workMs);
        return events[hop + 1]?.with(data + 1);
      });
    });
    const [first] = events;
    const last = events[hops];
    if (!first || !last) throw new Error('a turn has one hop at least');
    const running = new Running();
    const turn = async (): Promise<void> => {
      const context = workflow.createContext();
      context.sendEvent(first.with(0));
      const seen = await context.stream.until(last).toArray();
      if (!last.include(seen.at(-1))) throw new Error('a turn did not come to its end');
    };
    return {
      begin: async (id) => {
        running.begin(id, turn());
      },
      ended: (id) => running.ended(id),
      close: async () => undefined,
    };
  },
};
