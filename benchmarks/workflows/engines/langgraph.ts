import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { join } from 'node:path';
import {
  Annotation,
  END,
  MemorySaver,
  START,
  StateGraph,
  type BaseCheckpointSaver,
} from '@langchain/langgraph';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import { Running, wait, type Engine, type EngineOptions, type OpenEngine } from '../engine.ts';

const State = Annotation.Root({ count: Annotation<number>() });

/** A chain of nodes. A turn is a thread; with a checkpointer its state is saved after each node. */
function graphOf({ hops, workMs, onHop }: EngineOptions, checkpointer: BaseCheckpointSaver | undefined) {
  const builder = new StateGraph(State);
  const node = async ({ count }: { count: number }): Promise<{ count: number }> => {
    onHop();
    await wait(workMs);
    return { count: count + 1 };
  };
  for (let hop = 0; hop < hops; hop++) builder.addNode(`hop_${hop}`, node);
  builder.addEdge(START, 'hop_0');
  for (let hop = 1; hop < hops; hop++) builder.addEdge(`hop_${hop - 1}`, `hop_${hop}`);
  builder.addEdge(`hop_${hops - 1}`, END);
  return builder.compile(checkpointer ? { checkpointer } : {});
}

function openGraph(
  options: EngineOptions,
  checkpointer?: BaseCheckpointSaver,
  close?: () => void,
): OpenEngine {
  const graph = graphOf(options, checkpointer);
  const running = new Running();
  const configOf = (id: string) => ({ configurable: { thread_id: id }, recursionLimit: options.hops + 2 });
  const check = ({ count }: { count: number }): void => {
    if (count !== options.hops) throw new Error(`a turn ended after ${count} of ${options.hops} hops`);
  };
  return {
    begin: async (id) => {
      running.begin(id, graph.invoke({ count: 0 }, configOf(id)).then(check));
    },
    ended: (id) => running.ended(id),
    ...(close
      ? {
          recover: async (id: string): Promise<void> => {
            const { next, values } = await graph.getState(configOf(id));
            if (next.length > 0) check(await graph.invoke(null, configOf(id)));
            else check(values as { count: number });
          },
        }
      : {}),
    close: async () => close?.(),
  };
}

export const plain: Engine = {
  title: 'LangGraph.js',
  needsRedis: false,
  durable: false,
  open: async (options) => openGraph(options),
};

export const withMemory: Engine = {
  title: 'LangGraph.js, MemorySaver',
  needsRedis: false,
  durable: false,
  open: async (options) => openGraph(options, new MemorySaver()),
};

/** The saver wants better-sqlite3, whose binary is downloaded or compiled; Node's own SQLite has the part of its interface that is used. */
class NodeSqlite extends DatabaseSync {
  override prepare(sql: string): StatementSync {
    const statement = super.prepare(sql);
    const run = statement.run.bind(statement);
    // better-sqlite3 takes undefined for NULL.
    statement.run = ((...values: (SQLInputValue | undefined)[]) =>
      run(...values.map((value) => value ?? null))) as typeof statement.run;
    return statement;
  }

  pragma(text: string): void {
    this.exec(`PRAGMA ${text}`);
  }

  transaction<A extends unknown[]>(work: (...args: A) => void): (...args: A) => void {
    return (...args) => {
      this.exec('BEGIN');
      try {
        work(...args);
        this.exec('COMMIT');
      } catch (error) {
        this.exec('ROLLBACK');
        throw error;
      }
    };
  }
}

export const withSqlite: Engine = {
  title: 'LangGraph.js, SqliteSaver',
  needsRedis: false,
  durable: true,
  open: async (options) => {
    const database = new NodeSqlite(join(options.folder, 'langgraph.sqlite'));
    // As Quarry's Redis: what was written last may be lost with the power, not with the process.
    database.pragma('synchronous = NORMAL');
    const saver = new SqliteSaver(database);
    return openGraph(options, saver, () => {
      database.close();
    });
  },
};
