import type { GraphEdge } from '@quarry/graph-store';
import type { FileFacts } from '../facts';
import type { Project } from './project';
import type { Resolver } from './resolver';
import type { FlowCode } from '../flow/flow-code';
import { FlowProgram } from '../flow/flow-program';

/** Functions that one call may reach; where there are more, the call says nothing. */
const MAX_TARGETS = 12;

/** Confidence of a call that can reach one function, and of one that can reach several. */
const ONE = 0.9;
const SEVERAL = 0.6;

/**
 * Calls of functions that are passed on as values, by the path of the file that contains the call. Their confidence is
 * below 1, because values are followed without regard to the order in which code runs.
 */
export function flowEdges(
  files: readonly FileFacts[],
  flows: ReadonlyMap<string, FlowCode | undefined>,
  project: Project,
  resolver: Resolver,
): ReadonlyMap<string, readonly GraphEdge[]> {
  const program = new FlowProgram(files, flows, {
    module: (module, path) => {
      const file = project.file(path);
      const found = file && resolver.module(module, file);
      return found?.is === 'file' ? found.path : undefined;
    },
    types: (text, at) => {
      const node = project.node(at);
      return node ? resolver.members.expression(text, node).map(({ key }) => key) : [];
    },
  });
  const edges = new Map<string, GraphEdge[]>();
  for (const { caller, line, called } of program.solve()) {
    const path = project.node(caller)?.path;
    if (path === undefined || called.length > MAX_TARGETS) continue;
    const list = edges.get(path) ?? [];
    edges.set(path, list);
    const confidence = called.length === 1 ? ONE : SEVERAL;
    for (const to of called) list.push({ from: caller, to, kind: 'CALLS', line, confidence });
  }
  return edges;
}
