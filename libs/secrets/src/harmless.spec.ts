import { findSecrets } from './find-secrets';
import { draw } from './testing/samples';

const HEX = '0123456789abcdef';
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = (header: object, claims: object): string =>
  `${part(header)}.${part(claims)}.${draw(BASE64.slice(0, 62), 43, 'jwt')}`;

/** Values that look random, or have the name of a secret, and are not secrets. */
const HARMLESS: readonly (readonly [what: string, path: string, text: string])[] = [
  ['an integrity hash', 'package-lock.json', `"integrity": "sha512-${draw(BASE64, 86, 'a')}==",`],
  ['a commit', 'CHANGELOG.md', `fixed in ${draw(HEX, 40, 'b')}`],
  ['a digest', 'Cargo.lock', `checksum = "${draw(HEX, 64, 'c')}"`],
  ['a sum of Go', 'go.sum', `golang.org/x/net v0.1.0 h1:${draw(BASE64, 43, 'd')}=`],
  ['a UUID', 'a.yaml', 'token_id: 0b0f6e7e-6f0c-4d53-9a3e-2f8f3f7d9c11'],
  ['an image', 'a.html', `<img src="data:image/png;base64,${draw(BASE64, 4_000, 'e')}">`],
  ['a font', 'a.css', `src: url(data:font/woff2;base64,${draw(BASE64, 9_000, 'f')})`],
  ['a public key', 'a.pem', `-----BEGIN PUBLIC KEY-----\n${draw(BASE64, 64, 'g')}\n-----END PUBLIC KEY-----`],
  [
    'a certificate',
    'a.crt',
    `-----BEGIN CERTIFICATE-----\n${draw(BASE64, 640, 'h')}\n-----END CERTIFICATE-----`,
  ],
  ['a public key of SSH', 'id.pub', `ssh-ed25519 ${draw(BASE64, 68, 'i')} me@host`],
  [
    'the mark of a key in a parser',
    'pem.ts',
    `if (line === '-----BEGIN PRIVATE KEY-----') return read(line);`,
  ],
  ['the documentation of a key', 'a.md', '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----'],
  ['an example of AWS', 'a.md', `aws_access_key_id = AKIA${'IOSFODNN7'}EXAMPLE`],
  [
    'a placeholder',
    '.env',
    'API_KEY=your-api-key-here\nTOKEN=xxxxxxxxxxxxxxxx\nSECRET=<secret>\nPASSWORD=changeme',
  ],
  ['a template', '.env', 'API_KEY=${API_KEY}\nTOKEN=$TOKEN\nPASSWORD={{ password }}\nSECRET=%SECRET%'],
  ['a template of an .env', '.env.example', 'DB_PASSWORD=correct-horse'],
  [
    'a variable',
    'a.ts',
    'const token = process.env["API_TOKEN"]; const password = readPassword("main-database-1");',
  ],
  [
    'a name',
    'a.ts',
    `const tokenName = 'authorizationHeader2Name'; export const SECRET_KEY = 'encryptionKeySetting';`,
  ],
  ['a page token', 'a.json', `"nextToken": "${draw(BASE64, 40, 'j')}"`],
  [
    'a connection to a machine of nowhere',
    'a.md',
    'postgres://user:pa55word1@localhost/db postgres://u:p%40ss%2Fword@db/x https://user:s3cretpass@example.com',
  ],
  [
    'a connection of the documentation',
    'a.md',
    'mysql://scott:tiger@shop.io/db amqp://guest:guest@mq.shop.io',
  ],
  [
    'a connection string of the documentation',
    'a.cs',
    `"Server=db;User Id=sa;Password=myPassword;" "Server=db;Pwd={password};" "jdbc:x://db?user=a&password=secret123456"`,
  ],
  ['a variable between semicolons', 'a.js', `a();var user=b;password=readPasswordFromStore3;host=c`],
  [
    'a header of the documentation',
    'a.md',
    `Authorization: Bearer YOUR_TOKEN\nAuthorization: Bearer mytoken1a2b3c4d5e6f7g8h\nAuthorization: Basic ${Buffer.from('user:password1').toString('base64')}\nBearer authentication`,
  ],
  [
    'the token that jwt.io shows',
    'a.md',
    `Authorization: Bearer ${jwt({ alg: 'HS256', typ: 'JWT' }, { sub: '1234567890', name: 'John Doe', iat: 1516239022 })}`,
  ],
  ['three parts without a header', 'a.ts', `load('${jwt({ version: 1 }, { sub: 'a' })}')`],
  [
    'a locale',
    'a.js',
    `weekdays: "${'ned_pon_uto_sri_cet_pet_sub'.split('_').join('_')}", password: "heslo", token: "jeton"`,
  ],
];

describe('harmless text', () => {
  it.each(HARMLESS)('%s is left unchanged', async (_, path, text) => {
    expect(await findSecrets(text, path)).toEqual([]);
  });
});

describe('texts that are designed to be slow', () => {
  const parts = [
    'token="a',
    'ghs_1_a.',
    '-----BEGIN PRIVATE KEY-----\n',
    'sk-',
    'https://a:b',
    'password = "',
    'AAAAAAAA',
    'eyJaaaaaaaaaaaa.',
    'bearer a1B2c3D4e5F6g7H8i9J0',
    ';pwd=a1B2c3D4e5F6g7',
    'DB_PASS=a\n',
  ];

  // Searching a line of 2 MB took 42 s when each value searched for the ends of its line, and 30 s when a rule looked
  // ahead by 10,000 characters.
  it.each(parts)('%p, repeated, is read to the end', async (part) => {
    const text = part.repeat(1_000_000 / part.length);
    await expect(findSecrets(text, '.env')).resolves.toBeDefined();
  });
});
