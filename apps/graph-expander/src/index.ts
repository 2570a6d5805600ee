import { defineService } from '@quarry/engine';
import { AskGraphAction } from './actions/ask-graph.action';
import { ExpandDependencyTreeAction } from './actions/expand-dependency-tree.action';
import { FetchNodeTextsAction } from './actions/fetch-node-texts.action';
import { LookupNodesAction } from './actions/lookup-nodes.action';

/** Expands hits along the code graph: to nodes, their neighbourhood and their texts. */
export const graphExpander = defineService({
  name: 'graph-expander',
  stores: { graph: 'optional' },
  actions: [AskGraphAction, LookupNodesAction, ExpandDependencyTreeAction, FetchNodeTextsAction],
});
