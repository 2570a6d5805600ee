import { OwnServer } from '../servers/own-server';
import { describeWithServers } from '../servers/servers';
import { killedWhileAsking } from './killed-while-asking';
import { killedWhileIndexing } from './killed-while-indexing';
import type { OwnServers } from './own-servers';

// One Elasticsearch and one Neo4j for both: they take half a minute to start.
describeWithServers('servers that are killed', () => {
  let servers: OwnServers;
  beforeAll(async () => {
    const [elasticsearch, neo4j] = await Promise.all([
      OwnServer.start('elasticsearch'),
      OwnServer.start('neo4j'),
    ]);
    servers = { elasticsearch, neo4j };
  }, 240_000);
  afterAll(async () => {
    await Promise.all([servers.elasticsearch.stop(), servers.neo4j.stop()]);
  }, 120_000);

  killedWhileIndexing(() => servers);
  // Ends with a server that stays away.
  killedWhileAsking(() => servers);
});
