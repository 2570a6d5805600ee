import { parseAddress } from './address';

const read = (url: string) => parseAddress('SOME_STORE_URL', url);

describe('parseAddress', () => {
  it('reads host, port, prefix, user and password', () => {
    expect(read('elasticsearch:https://me%40x:p%2Fw%3A@search.example:9243/team-a')).toEqual({
      setting: 'SOME_STORE_URL',
      node: 'https://search.example:9243',
      place: 'search.example:9243',
      user: { username: 'me@x', password: 'p/w:' },
      prefix: 'team-a',
    });
  });

  it.each([
    ['elasticsearch:http://localhost', 'http://localhost:9200'],
    ['elasticsearch:https://localhost', 'https://localhost:9200'],
    ['elasticsearch:http://localhost:80/', 'http://localhost:80'],
    ['elasticsearch:https://localhost:443', 'https://localhost:443'],
    ['ELASTICSEARCH:http://[::1]:9200', 'http://[::1]:9200'],
  ])('%s is at %s, with the prefix quarry', (url, node) => {
    expect(read(url)).toMatchObject({ node, prefix: 'quarry', user: null });
  });

  it.each([
    ['elasticsearch:', /no http or https address/],
    ['elasticsearch://me:sEcret@host:9200', /no http or https address/],
    ['elasticsearch:ftp://me:sEcret@host', /no http or https address/],
    ['elasticsearch:http://me:sEcret@host/A.b', /PREFIX is 1 to 40/],
    ['elasticsearch:http://me:sEcret@host/a/b', /PREFIX is 1 to 40/],
    ['elasticsearch:http://me:sEcret@host/a?x=1', /nothing may follow PREFIX/],
  ])('rejects %s without repeating it', (url, reason) => {
    let failure: unknown;
    try {
      read(url);
    } catch (error) {
      failure = error;
    }
    expect(failure).toMatchObject({ code: 'bad_request' });
    expect(String(failure)).toMatch(reason);
    expect(String(failure)).toContain('SOME_STORE_URL');
    expect(String(failure)).not.toContain('sEcret');
  });
});
