import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Logger } from '@nestjs/common';
import { sendOnce } from '@quarry/application/webhooks';
import { addressOf, isPublicAddress, parseTarget, type TargetRules } from '@quarry/connections/outbound';
import { freePort } from '../servers/free-port';
import { AttackFamily } from './attack-family';

/** T6: nothing that a tenant names makes this installation connect to itself or its networks. */
const STRICT: TargetRules = { allowPrivate: false };

const ADDRESSES_4 = [
  '127.0.0.1',
  '127.0.0.2',
  '127.255.255.254',
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.0.1',
  '192.168.255.255',
  '169.254.169.254',
  '169.254.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '192.0.0.192',
  '192.0.2.1',
  '198.18.0.1',
  '198.19.255.254',
  '198.51.100.7',
  '203.0.113.9',
  '192.88.99.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
];
const ADDRESSES_6 = [
  '::1',
  '::',
  '::2',
  '::127.0.0.1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '0:0:0:0:0:ffff:7f00:1',
  '::ffff:10.0.0.1',
  '::ffff:169.254.169.254',
  '::ffff:192.168.0.1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::169.254.169.254',
  '64:ff9b:1::7f00:1',
  '100::1',
  '2001::1',
  '2001:0:7f00:1::',
  '2001:db8::1',
  '2001:10::1',
  '2001:20::1',
  '2002:7f00:1::',
  '2002:a9fe:a9fe::',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::7f00:1',
  'fec0::1',
  'ff02::1',
  'ff0e::1',
];

/** The forms in which an address of IPv4 is written so that a check by its look misses it. */
function formsOf(address: string): readonly string[] {
  const parts = address.split('.').map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = parts;
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = (value: number) => `0x${value.toString(16)}`;
  const octal = (value: number) => `0${value.toString(8)}`;
  return [
    address,
    `${address}.`,
    String(whole),
    hex(whole),
    octal(whole),
    parts.map(hex).join('.'),
    parts.map(octal).join('.'),
    parts.map((value) => `0000${octal(value)}`).join('.'),
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    `${hex(a)}.${octal(b)}.${c}.${d}`,
    // Full-width and circled digits, and an ideographic full stop, become plain ones.
    address.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    address.replaceAll('.', '。'),
    address.replace(/\d/g, (digit) => encodeURIComponent(digit)).replaceAll('.', '%2e'),
  ];
}

/** URLs that lead to a local port by some detour, or that nothing should be sent to at all. */
function detours(port: number): readonly string[] {
  const at = `127.0.0.1:${port}`;
  return [
    `https://user@${at}/`,
    `https://user:password@${at}/`,
    `https://example.com@${at}/`,
    `https://example.com:443@${at}/`,
    `https://example.com%00@${at}/`,
    `https://${at}#@example.com/`,
    `https://${at}?@example.com/`,
    `https://${at}\\@example.com/`,
    `https:\\\\${at}/`,
    `https:/${at}/`,
    `https:${at}/`,
    `https:///${at}/`,
    ` https://${at}/`,
    `https://${at}/ `,
    `ht\ttps://127.0.\n0.1:${port}/`,
    `HTTPS://LOCALHOST:${port}/`,
    `https://localhost:${port}/`,
    `https://localhost.:${port}/`,
    `https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:${port}/`,
    `https://x@localhost:${port}/`,
    `https://[::1]:${port}/`,
    `https://[::1%25lo]:${port}/`,
    `https://[0000:0000:0000:0000:0000:0000:0000:0001]:${port}/`,
    `http://${at}/`,
    `http://localhost:${port}/`,
    `http://example.com/`,
    `ftp://${at}/`,
    `file:///etc/passwd`,
    `file://${at}/`,
    `gopher://${at}/_x`,
    `dict://${at}/`,
    `ldap://${at}/`,
    `ws://${at}/`,
    `wss://${at}/`,
    `data:text/plain,x`,
    `javascript:alert(1)`,
    `blob:https://${at}/`,
    `//${at}/`,
    `${at}`,
    '',
    'https://',
    'https://:443/',
    `https://${'a'.repeat(3_000)}.example/`,
  ];
}

describe('T6: server-side request forgery by webhooks', () => {
  let honeypot: Server;
  let connections = 0;
  let port = 0;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    honeypot = createServer((_request, response) => response.end('ok'));
    honeypot.on('connection', () => (connections += 1));
    // On every address of this machine, IPv6 as well where it has that.
    await new Promise<void>((resolve, reject) => {
      honeypot.once('error', () => {
        honeypot.once('error', reject).listen(0, '0.0.0.0', resolve);
      });
      honeypot.listen(0, '::', resolve);
    });
    port = (honeypot.address() as AddressInfo).port;
  });
  afterAll(async () => {
    honeypot.closeAllConnections();
    await new Promise((resolve) => honeypot.close(resolve));
  });
  beforeEach(() => {
    connections = 0;
  });

  const message = (url: string) => ({
    id: 'msg_1',
    url,
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    body: '{}',
  });
  const send = (url: string, rules: TargetRules) =>
    sendOnce(message(url), rules, new AbortController().signal);

  it('opens no connection for any way of writing an internal address', async () => {
    const family = new AttackFamily('test/security/ssrf.int.spec.ts');
    // Names that are no addresses after all are looked up nowhere else than here.
    const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
    const rows: readonly (readonly [name: string, benign: string, urls: readonly string[]])[] = [
      [
        'IPv4',
        `http://127.0.0.1:${port}/`,
        ADDRESSES_4.flatMap(formsOf).map((host) => `https://${host}:${port}/`),
      ],
      ['IPv6', `http://[::ffff:127.0.0.1]:${port}/`, ADDRESSES_6.map((host) => `https://[${host}]:${port}/`)],
      ['detours', `http://hooks.example:${port}/`, detours(port)],
    ];
    for (const [name, benign, urls] of rows)
      await family.row({
        name,
        // Where it is allowed, the same call gets through to this machine.
        benign: { url: benign, allowPrivate: true },
        attacks: urls.map((url) => ({ url, allowPrivate: false })),
        send: async ({ url, allowPrivate }) => {
          connections = 0;
          const { status, problem } = await send(url, { allowPrivate, resolve });
          return { status, problem, connections };
        },
        reached: ({ status, connections: seen }) => status === 200 && seen === 1,
        judge: ({ status, problem, connections: seen }, { url }) => {
          expect({ url, status, seen, problem }).toEqual({
            ...{ url, status: null, seen: 0, problem: expect.stringMatching(/^The URL /) as string },
          });
        },
      });
    family.counted();
  });

  it('gives a tenant the same response for an unknown name and for one that is not public, and the operator the difference', async () => {
    const logged: string[] = [];
    Logger.overrideLogger({
      warn: (line: string) => logged.push(line),
      log: () => undefined,
      error: () => undefined,
    });
    const url = 'https://wiki.corp.example/';
    const problemOf = async (resolve: TargetRules['resolve'] & {}): Promise<string | null> =>
      (await send(url, { ...STRICT, resolve })).problem;
    const answers = [
      await problemOf(() => Promise.reject(new Error('getaddrinfo ENOTFOUND'))),
      await problemOf(() => Promise.resolve([])),
      await problemOf(() => Promise.resolve([{ address: '10.1.2.3', family: 4 }])),
    ];
    expect(answers).toEqual(
      Array(3).fill('The URL is of a host without a public address: wiki.corp.example.'),
    );
    expect(logged).toEqual([
      expect.stringContaining('the name is unknown: getaddrinfo ENOTFOUND'),
      expect.stringContaining('it has no address'),
      expect.stringContaining('10.1.2.3 is not public'),
    ]);
  });

  it.each(['localhost', 'localhost.'])(
    'looks %s up as the system does, and does not go there',
    async (host) => {
      expect(await send(`https://${host}:${port}/`, STRICT)).toMatchObject({ status: null });
      expect(connections).toBe(0);
    },
  );

  it('accepts no name with an internal address among others, in any order', async () => {
    const outside = { address: '93.184.216.34', family: 4 };
    for (const inside of [
      '127.0.0.1',
      '::1',
      '::ffff:127.0.0.1',
      '10.0.0.1',
      '64:ff9b::7f00:1',
      'no address',
    ]) {
      const family = inside.includes(':') ? 6 : 4;
      for (const found of [
        [{ address: inside, family }],
        [outside, { address: inside, family }],
        [{ address: inside, family }, outside],
      ])
        await expect(
          addressOf(new URL('https://hooks.example/'), { ...STRICT, resolve: () => Promise.resolve(found) }),
        ).rejects.toMatchObject({ code: 'bad_request' });
    }
  });

  it('connects to the checked address: a name that is rebound leads nowhere else', async () => {
    // Public when the webhook is made; this machine when it is used.
    const answers = ['93.184.216.34', '127.0.0.1'];
    let asked = 0;
    const resolve = () => Promise.resolve([{ address: answers[Math.min(asked++, 1)] ?? '', family: 4 }]);
    const rules = { ...STRICT, resolve };
    const url = parseTarget(`https://hooks.example:${port}/`, rules);
    await expect(addressOf(url, rules)).resolves.toMatchObject({ address: answers[0] });
    const { problem } = await send(url.href, rules);
    expect(problem).toContain('without a public address');
    expect({ asked, connections }).toEqual({ asked: 2, connections: 0 });
  });

  it('asks for the name once for each attempt, and goes where that answer says', async () => {
    let asked = 0;
    const resolve = () => {
      asked += 1;
      return Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
    };
    const sent = await send(`http://hooks.example:${port}/`, { allowPrivate: true, resolve });
    expect(sent).toMatchObject({ status: 200, problem: null });
    expect({ asked, connections }).toEqual({ asked: 1, connections: 1 });
  });

  it.each([301, 302, 303, 307, 308])('does not follow a redirect (%i)', async (status) => {
    const redirecting = createServer((_request, response) => {
      response.writeHead(status, { location: `http://127.0.0.1:${port}/` }).end();
    });
    await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve));
    const { port: own } = redirecting.address() as AddressInfo;
    const sent = await send(`http://127.0.0.1:${own}/`, { allowPrivate: true });
    expect(sent).toMatchObject({ status, problem: expect.stringContaining('redirects are not followed') });
    expect(connections).toBe(0);
    await new Promise((resolve) => redirecting.close(resolve));
  });

  it('reads the status alone: a body without end costs nothing', async () => {
    const { promise: cut, resolve: closed } = Promise.withResolvers<void>();
    const part = 'x'.repeat(65_536);
    let parts = 0;
    const endless = createServer((_request, response) => {
      response.once('close', closed).writeHead(200);
      const write = (): void => {
        while (!response.destroyed && response.write(part, () => (parts += 1)));
        if (!response.destroyed) response.once('drain', write);
      };
      write();
    });
    await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve));
    const { port: own } = endless.address() as AddressInfo;
    const sent = await send(`http://127.0.0.1:${own}/`, { allowPrivate: true });
    expect(sent).toMatchObject({ status: 200, problem: null });
    await cut;
    // What the sockets of the system take.
    expect(parts * part.length).toBeLessThan(64 * 1024 * 1024);
    await new Promise((resolve) => endless.close(resolve));
  });

  it('says nothing of the network behind it', async () => {
    const { problem } = await send(`http://127.0.0.1:${await freePort()}/`, { allowPrivate: true });
    expect(problem).toBe('The connection failed (ECONNREFUSED).');
  });

  it.each([...ADDRESSES_4, ...ADDRESSES_6, 'localhost', '', '1.2.3', 'fe80::1%eth0'])(
    '%s is not public',
    (address) => {
      expect(isPublicAddress(address)).toBe(false);
    },
  );

  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '93.184.216.34',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '2606:4700::1111',
  ])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it('knows public URLs', () => {
    expect(parseTarget('https://hooks.example.com:8443/a?b=c#d', STRICT).href).toBe(
      'https://hooks.example.com:8443/a?b=c',
    );
    expect(parseTarget('https://93.184.216.34/', STRICT).href).toBe('https://93.184.216.34/');
  });
});
