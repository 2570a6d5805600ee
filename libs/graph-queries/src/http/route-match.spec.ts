import * as fc from 'fast-check';
import { httpName, reaches, type HttpName } from './route-match';

const named = (name: string): HttpName => httpName(name) ?? { method: '', segments: [] };

describe('the name of a route', () => {
  it.each([
    ['POST /v1/orders/{id}', 'POST', ['v1', 'orders', '{}']],
    ['get /orders/:id?full=1', 'GET', ['orders', '{}']],
    ['/orders/<id>/', 'ANY', ['orders', '{}']],
    ['/', 'ANY', []],
  ])('%s', (name, method, segments) => {
    expect(httpName(name)).toEqual({ method, segments });
  });

  it.each(['Client.send', 'src/client.ts', 'POST', 'POST orders', ''])('is not %j', (name) => {
    expect(httpName(name)).toBeNull();
  });
});

describe('a request', () => {
  it.each([
    ['GET /orders/7', 'GET /orders/{id}', 0.9],
    ['GET /orders/{}', 'GET /orders/{id}', 0.9],
    ['GET /Orders', 'GET /orders', 0.9],
    ['GET /orders/{}', 'GET /orders/new', 0.7],
    ['GET /orders', 'ANY /orders', 0.7],
    ['GET /orders', 'GET /api/v1/orders', 0.6],
    ['GET /api/v1/orders/{}', 'GET /orders/{id}', 0.6],
    ['GET /', 'GET /', 0.9],
    ['POST /orders', 'GET /orders', 0],
    ['GET /orders', 'GET /invoices', 0],
    ['GET /orders/7', 'GET /orders', 0],
    ['GET /{}', 'GET /orders/{id}', 0],
    ['GET /x/{}', 'GET /{id}', 0],
  ])('%s reaches %s: %d', (request, route, confidence) => {
    expect(reaches(named(request), named(route))).toBe(confidence);
  });

  it('reaches its own route whatever its values are, and one of another method never', () => {
    const segment = fc.constantFrom('orders', 'v1', 'users', '{}');
    const path = fc
      .array(segment, { minLength: 1, maxLength: 5 })
      .filter((some) => some.some((one) => one !== '{}'));
    fc.assert(
      fc.property(
        path,
        fc.array(fc.constantFrom('7', 'a-b', '{}'), { minLength: 5, maxLength: 5 }),
        (segments, values) => {
          const asked = segments.map((one, at) => (one === '{}' ? (values[at] ?? '') : one));
          const route = { method: 'GET', segments };
          expect(reaches({ method: 'GET', segments: asked }, route)).toBe(0.9);
          expect(reaches({ method: 'POST', segments: asked }, route)).toBe(0);
        },
      ),
    );
  });
});
