const { QUARRY_TEST_ELASTICSEARCH, QUARRY_TEST_NEO4J } = process.env;

const HOW =
  'a whole `./quarry test` starts one where Java 17 and Maven are; with a pattern: `./quarry test --servers PATTERN`';

/** `describe` with a shared Elasticsearch, where each suite has its own prefix; skipped with a reason without one. */
export const describeWithElasticsearch = describeWith('Elasticsearch', QUARRY_TEST_ELASTICSEARCH);

/** `describe` with a shared Neo4j, where each suite has its own repositories; skipped with a reason without one. */
export const describeWithNeo4j = describeWith('Neo4j', QUARRY_TEST_NEO4J);

/** `describe` with both. */
export function describeWithServers(
  name: string,
  body: (servers: { readonly elasticsearch: string; readonly neo4j: string }) => void,
): void {
  describeWithElasticsearch(name, (elasticsearch) => {
    describeWithNeo4j('', (neo4j) => {
      body({ elasticsearch, neo4j });
    });
  });
}

function describeWith(server: string, url: string | undefined) {
  return (name: string, body: (url: string) => void): void => {
    if (url !== undefined)
      describe(name, () => {
        body(url);
      });
    else
      describe.skip(`${name} (skipped: no ${server}; ${HOW})`, () => {
        body('unused:');
      });
  };
}
