import { createRequire } from 'node:module';
import type Neo4j from 'neo4j-driver';

let loaded: typeof Neo4j | undefined;

/** The driver of Neo4j. Loaded on first use, so that embedded graphs do not load it. */
export function neo4j(): typeof Neo4j {
  loaded ??= (createRequire(__filename)('neo4j-driver') as { readonly default: typeof Neo4j }).default;
  return loaded;
}
