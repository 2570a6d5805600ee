import type { Chunk } from '@quarry/search-index';
import { saysWhatIsAsked } from './says-what-is-asked';

const chunk = (text: string, more: Partial<Chunk> = {}): Chunk => ({
  ...{ id: 'a', path: 'src/net.py', startLine: 1, endLine: 9, language: 'python', kind: 'definition' },
  ...{ contentHash: 'hash', nodeKey: 'python:net.open|FUNCTION', symbol: 'net.open', text, ...more },
});

describe('whether a passage of code says what is asked in words', () => {
  it.each([
    ['connection pool', 'class ConnectionPool: ...', true],
    ['connection pool', 'connections = open_connection()', false],
    ['the handling of broken connections', 'def handle(connection): broken = True', true],
    ['retry policy of the uploads to the store', 'def retry(): upload()', false],
    ['retry policy of the uploads', 'def retry(): upload(policy)', true],
    ['what the', 'x', true],
  ])('%s: %s', (request, text, said) => expect(saysWhatIsAsked(request, chunk(text))).toBe(said));

  it('prose may say it in other words', () => {
    expect(saysWhatIsAsked('connection pool', chunk('sockets are kept', { nodeKey: undefined }))).toBe(true);
  });
});
