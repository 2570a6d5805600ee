import { QuarryProblem } from '@quarry/client';
import { Fault } from '@quarry/turn';
import { addressOf, atServer } from './server';

describe('the address of a gateway', () => {
  it.each(['http://127.0.0.1:4780', 'https://quarry.example/api', 'HTTPS://quarry.example'])(
    '%s is one',
    (server) => {
      expect(addressOf(server)).toMatchObject({ baseUrl: server });
    },
  );

  it.each([
    '',
    'quarry.example',
    'localhost:4780',
    'ftp://quarry.example',
    'http://',
    'http:///x',
    'http://a:99999',
  ])('%j is none', (server) => {
    expect(() => addressOf(server)).toThrow(
      `'${server}' is no address of a gateway, such as http://127.0.0.1:4780.`,
    );
  });
});

describe('what a gateway refuses', () => {
  const refusal = (code: string, requestId: string | null = null) =>
    atServer(() => Promise.reject(new QuarryProblem({ status: 400, code, detail: 'No.', requestId }))).catch(
      (error: unknown) => error,
    );

  it.each([
    ['turn_unknown', 'turn_unknown', 'No.'],
    ['unauthorized', 'unauthorized', 'No. This command takes the key from QUARRY_API_KEY.'],
    ['internal', 'internal', 'No. (request r-1)'],
    ['unreachable', 'store_unavailable', 'No.'],
    // Of a gateway that is newer than this command, or of something else that answers there.
    ['code_of_tomorrow', 'bad_request', 'No.'],
    ['unreadable', 'bad_request', 'No.'],
  ])('%s is reported as %s: %s', async (code, reported, message) => {
    const fault = await refusal(code, 'r-1');
    expect(fault).toBeInstanceOf(Fault);
    expect(fault).toMatchObject({ code: reported, message, cause: expect.any(QuarryProblem) as unknown });
  });

  it('has no number of a request where the gateway gave none', async () => {
    expect(await refusal('internal')).toMatchObject({ message: 'No.' });
  });

  it('any other error stays what it is', async () => {
    const bug = new TypeError('x');
    await expect(atServer(() => Promise.reject(bug))).rejects.toBe(bug);
    expect(await atServer(() => Promise.resolve(1))).toBe(1);
  });
});
