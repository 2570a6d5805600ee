import { createStep, createWorkflow } from '@mastra/core/workflows';
import { z } from 'zod';
import { Running, wait, type Engine } from '../engine.ts';

const Count = z.object({ count: z.number() });

/** Mastra's workflow without a store: everything is in memory. */
export const mastra: Engine = {
  title: 'Mastra, in memory',
  needsRedis: false,
  durable: false,
  open: async ({ hops, workMs, onHop }) => {
    const steps = Array.from({ length: hops }, (_, hop) =>
      createStep({
        id: `hop_${hop}`,
        inputSchema: Count,
        outputSchema: Count,
        execute: async ({ inputData }) => {
          onHop();
          await wait(workMs);
          return { count: inputData.count + 1 };
        },
      }),
    );
    let workflow = createWorkflow({ id: 'hops', inputSchema: Count, outputSchema: Count });
    for (const step of steps) workflow = workflow.then(step);
    workflow.commit();
    const running = new Running();
    const turn = async (id: string): Promise<void> => {
      const run = await workflow.createRun({ runId: id });
      const result = await run.start({ inputData: { count: 0 } });
      if (result.status !== 'success' || result.result.count !== hops)
        throw new Error(`a turn ended ${result.status}`);
    };
    return {
      begin: async (id) => {
        running.begin(id, turn(id));
      },
      ended: (id) => running.ended(id),
      close: async () => undefined,
    };
  },
};
