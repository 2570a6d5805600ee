import { credentialOf } from './credential';

describe('credentialOf', () => {
  it.each([
    [{ authorization: 'Bearer abc' }, 'abc'],
    [{ authorization: 'bearer   a=b c ' }, 'a=b c'],
    [{ authorization: `Bearer ${'x'.repeat(8_192)}` }, 'x'.repeat(8_192)],
    [{ authorization: `Bearer ${'x'.repeat(8_193)}` }, null],
    [{}, null],
    [{ authorization: '' }, null],
    [{ authorization: 'Bearer' }, null],
    [{ authorization: 'Bearer  ' }, null],
    [{ authorization: 'Basic abc' }, null],
    [{ authorization: 'abc' }, null],
    [{ 'x-api-key': 'abc' }, null],
    [{ cookie: 'authorization=Bearer abc' }, null],
  ])('reads %j as %j', (headers, credential) => {
    expect(credentialOf({ headers })).toBe(credential);
  });
});
