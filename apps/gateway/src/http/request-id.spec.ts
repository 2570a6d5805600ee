import type { Request, Response } from 'express';
import { nameRequest } from './request-id';

function named(given: string): string {
  let id = '';
  const response = { setHeader: (_name: string, value: string) => (id = value) };
  nameRequest(
    { headers: { 'x-request-id': given } } as unknown as Request,
    response as unknown as Response,
    () => {},
  );
  return id;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

describe('the name of a request', () => {
  it.each([
    'b4f0a7f2-6c1f-4f6e-9a30-0d6f2f5a7c11',
    '4bf92f3577b34da6a3ce929d0e0e4736',
    'edge-1:4bf92f3577b34da6a3ce929d0e0e4736.b4f0a7f2-6c1f-4f6e-9a30-0d6f2f5a7c11',
    '7',
  ])('is the one that it came with: %s', (id) => {
    expect(named(id)).toBe(id);
  });

  it.each([
    ['nothing', ''],
    ['what breaks a line', 'a b'],
    ['what may be a key', `qk_1f2e3d4c_${'aB3_'.repeat(10)}`],
    ['more than 128 characters', 'abc.'.repeat(40)],
  ])('is a new one where it came with %s', (_what, id) => {
    expect(named(id)).toMatch(UUID);
  });
});
