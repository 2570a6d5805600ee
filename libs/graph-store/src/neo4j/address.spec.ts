import { Fault } from '@quarry/turn';
import { openGraphStore } from '../adapters';
import { parseAddress } from './address';

describe('the URL of a Neo4j', () => {
  const parse = (url: string) => parseAddress('GRAPH_STORE_URL', url);

  it('contains the server, the credentials, the database and the namespace', () => {
    expect(parse('neo4j://graph.example')).toEqual({
      url: 'neo4j://graph.example:7687',
      host: 'graph.example:7687',
      namespace: '',
    });
    expect(parse('bolt+s://ada:p%40ss%2Fword@10.0.0.7:17687/code?namespace=team%20a')).toEqual({
      url: 'bolt+s://10.0.0.7:17687',
      host: '10.0.0.7:17687',
      credentials: { user: 'ada', password: 'p@ss/word' },
      database: 'code',
      namespace: 'team a',
    });
    expect(parse('bolt://[::1]:7688/')).toMatchObject({ url: 'bolt://[::1]:7688' });
  });

  it.each([
    ['neo4j:', 'names no host'],
    ['neo4j://ada:hunter2@', 'not a URL'],
    ['neo4j://ada:hunter2@host:port', 'not a URL'],
    ['neo4j://ada:hunter2@host/a/b', 'more than a database'],
    ['neo4j://ada:hunter2@host?encrypted=true', 'supports only the parameter namespace'],
    ['neo4j://ada:hun#ter2@host', 'percent-encode'],
    ['neo4j://ada:hunter2%@host', 'percent-encoding'],
  ])('is rejected if malformed, and never repeated: %s', (url, what) => {
    let fault: unknown;
    try {
      openGraphStore(url);
    } catch (error) {
      fault = error;
    }
    expect(fault).toBeInstanceOf(Fault);
    expect(fault).toMatchObject({ code: 'store_unknown' });
    expect(String(fault)).toContain(what);
    expect(String(fault)).toContain('GRAPH_STORE_URL');
    expect(String(fault)).not.toContain('hunter2');
  });
});
