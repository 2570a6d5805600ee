import { QuarryProblem } from '@quarry/client';
import { Fault } from '@quarry/turn';
import { addressOf, atServer } from './server';

describe('the address of a gateway', () => {
  it.each(['http://127.0.0.1:4780', 'https://quarry.example/api', 'HTTPS://quarry.example'])(
    'can be %s',
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
  ])('cannot be %j', (server) => {
    expect(() => addressOf(server)).toThrow(
      `'${server}' is not the address of a gateway, such as http://127.0.0.1:4780.`,
    );
  });
});

describe('an error of a gateway', () => {
  const refusal = (code: string, requestId: string | null = null) =>
    atServer(() => Promise.reject(new QuarryProblem({ status: 400, code, detail: 'No.', requestId }))).catch(
      (error: unknown) => error,
    );

  it.each([
    ['turn_unknown', 'turn_unknown', 'No.'],
    ['unauthorized', 'unauthorized', 'No. This command reads the key from QUARRY_API_KEY.'],
    ['internal', 'internal', 'No. (request r-1)'],
    ['unreachable', 'store_unavailable', 'No.'],
    // From a gateway that is newer than this command, or from another server.
    ['code_of_tomorrow', 'bad_request', 'No.'],
    ['unreadable', 'bad_request', 'No.'],
  ])('%s is reported as %s: %s', async (code, reported, message) => {
    const fault = await refusal(code, 'r-1');
    expect(fault).toBeInstanceOf(Fault);
    expect(fault).toMatchObject({ code: reported, message, cause: expect.any(QuarryProblem) as unknown });
  });

  it('has no request id if the gateway sent none', async () => {
    expect(await refusal('internal')).toMatchObject({ message: 'No.' });
  });

  it('is not confused with other errors, which pass unchanged', async () => {
    const bug = new TypeError('x');
    await expect(atServer(() => Promise.reject(bug))).rejects.toBe(bug);
    expect(await atServer(() => Promise.resolve(1))).toBe(1);
  });
});
