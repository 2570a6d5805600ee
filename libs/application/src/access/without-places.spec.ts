import { withoutPlaces } from './without-places';

describe('errors for askers', () => {
  it.each([
    [
      'The connection to the OpenAI-compatible endpoint http://10.1.2.3:11434/v1 (model m) failed: connect ECONNREFUSED 10.1.2.3:11434.',
      'The connection to the OpenAI-compatible endpoint (address) (model m) failed: connect ECONNREFUSED (address).',
    ],
    ['Neo4j at neo4j+s://graph.internal:7687: it is away.', 'Neo4j at (address): it is away.'],
    ['Elasticsearch at https://search.internal.', 'Elasticsearch at (address).'],
    ['connect ECONNREFUSED ::1:6379', 'connect ECONNREFUSED (address)'],
    [
      "There is no index in '/srv/quarry/.quarry'. Run quarry index.",
      "There is no index in '(path)'. Run quarry index.",
    ],
    [
      'The disk is full: /var/lib/quarry/turns.sqlite cannot be written.',
      'The disk is full: (path) cannot be written.',
    ],
  ])('name no address and no folder: %s', (text, seen) => {
    expect(withoutPlaces(text)).toBe(seen);
  });

  it.each([
    'The model answered 429 after 3 attempts. It asks to wait 20 s.',
    'See GET /v1/operations/queues, or /docs.',
    'src/a/b.ts, either/or and 1.2.3 stay, at 12:30:45.',
  ])('keep everything else: %s', (text) => {
    expect(withoutPlaces(text)).toBe(text);
  });
});
