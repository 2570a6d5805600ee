import { describeWithRedis } from '../redis/redis-server';
import { describeWithServers } from '../servers/servers';
import { servedScenarios } from './served-scenarios';

describeWithRedis('scenarios on Redis, Elasticsearch and Neo4j', () => {
  describeWithServers('all of them', ({ elasticsearch, neo4j }) => {
    const elastic = `elasticsearch:${elasticsearch}/scenarios`;
    servedScenarios({ searchIndexUrl: elastic, graphStoreUrl: neo4j, historyStoreUrl: elastic });
  });
});
