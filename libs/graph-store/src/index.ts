export {
  NODE_KINDS,
  type NodeKind,
  EDGE_KINDS,
  type EdgeKind,
  type GraphNode,
  type GraphEdge,
  type GraphFile,
  type WalkOptions,
  type EdgeQuery,
  type LocatedEdge,
  type Provenance,
  type GraphReader,
  type GraphStore,
} from './port';
export {
  checkGraphSnapshot,
  discardGraphSnapshot,
  openGraphStore,
  packGraphSnapshot,
  startGraphSnapshot,
} from './adapters';
export { discardScipFiles, ScipFiles } from './sqlite/scip-files';
export {
  goInterface,
  goInterfaceIn,
  goInterfacesWith,
  withoutAliases,
  type MethodTypes,
} from './go-standard-library';
export { packageNode, lineKey } from './shared-keys';
export { readingGraphSets } from './sets/graph-sets';
export { nearby, type Nearby } from './proximity/nearby';
export { nodeOf, rankFiles, type RankedFile } from './proximity/rank-files';
