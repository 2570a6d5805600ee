import { LOCAL } from '@quarry/application/access';
import { fromThisMachine } from './this-machine';

describe('fromThisMachine', () => {
  it.each([
    { host: 'localhost' },
    { host: '127.0.0.1:4780' },
    { host: '[::1]:4780' },
    { host: 'LOCALHOST:1', origin: 'http://localhost:5173' },
  ])('knows the caller of %j', (headers) => {
    expect(fromThisMachine({ headers })).toBe(LOCAL);
  });

  it.each([
    {},
    { host: 'evil.example' },
    { host: '127.0.0.1.evil.example' },
    { host: '10.0.0.5' },
    { host: 'localhost', origin: 'https://evil.example' },
    { host: 'localhost', origin: 'http://localhost.evil.example' },
    { host: 'localhost', origin: 'null' },
    { host: 'localhost', origin: '' },
  ])('refuses %j', (headers) => {
    expect(() => fromThisMachine({ headers })).toThrow(expect.objectContaining({ code: 'unauthorized' }));
  });
});
