import type { OwnServer } from '../servers/own-server';

/** Servers that tests have for themselves, to kill them. */
export interface OwnServers {
  readonly elasticsearch: OwnServer;
  readonly neo4j: OwnServer;
}
