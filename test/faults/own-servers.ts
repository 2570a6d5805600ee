import type { OwnServer } from '../servers/own-server';

/** Private servers of tests, to kill them. */
export interface OwnServers {
  readonly elasticsearch: OwnServer;
  readonly neo4j: OwnServer;
}
