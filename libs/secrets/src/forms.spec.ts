import { findSecrets } from './find-secrets';
import { draw } from './testing/samples';

const ALNUM = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

type Form = readonly [what: string, path: string, text: (value: string) => string];

const HOSTS = ['db', 'db.internal', 'localhost', 'db.acme.io', 'postgres:5432', 'redis:6379', '10.0.0.5'];

const ADDRESSES: readonly Form[] = [
  ...HOSTS.flatMap((host): Form[] => [
    [`${host} in code`, 'a.py', (value) => `db = connect("postgres://app:${value}@${host}/shop")\n`],
    [`${host} in .env`, '.env', (value) => `DATABASE_URL=postgres://app:${value}@${host}/shop\n`],
  ]),
  ['a host that is a variable', 'a.yaml', (value) => `url: amqp://app:${value}@\${MQ_HOST}:5672/\n`],
  ['no user', 'a.ts', (value) => `const cache = connect('redis://:${value}@redis:6379/0');\n`],
];

const PARTS = 'Server=db;Database=shop;User Id=sa;';
const STRINGS: readonly Form[] = [
  ['ADO.NET in C#', 'a.cs', (value) => `var c = "${PARTS}Password=${value};Encrypt=true";\n`],
  ['ADO.NET in JSON', 'appsettings.json', (value) => `  "Shop": "${PARTS}Pwd=${value}",\n`],
  ['ADO.NET in XML', 'web.config', (value) => `<add connectionString="${PARTS}Password=${value};" />\n`],
  ['the password first', 'a.py', (value) => `c = connect("PWD=${value};Server=db;UID=sa")\n`],
  ['ODBC with braces', 'a.py', (value) => `c = connect("Driver={ODBC Driver 18};Uid=sa;Pwd={${value}};")\n`],
  ['JDBC', 'a.java', (value) => `get("jdbc:mysql://db/shop?user=root&password=${value}");\n`],
  ['JDBC, the password first', 'a.java', (value) => `get("jdbc:x://db/shop?password=${value}&user=a");\n`],
  ['JDBC in XML', 'a.xml', (value) => `<url>jdbc:x://db/shop?user=a&amp;password=${value}&amp;ssl=1</url>\n`],
];

const HEADERS: readonly Form[] = [
  ['a header in text', 'a.md', (value) => `Authorization: Bearer ${value}\n`],
  ['a header in code', 'a.py', (value) => `headers = {"Authorization": "Bearer ${value}"}\n`],
  ['a header that is set', 'a.ts', (value) => `request.set('Authorization', 'Bearer ${value}');\n`],
  ['bytes of a credential', 'a.sh', (value) => `curl -H 'Authorization: Basic ${value}' "$URL"\n`],
];

/** A value without a digit does not count as random. About one in 20 drawn values has none. */
const VALUES = Array.from({ length: 8 }, (_, n) => `${draw(ALNUM, 18, `form ${n}`)}7a`);

async function marked(path: string, text: string): Promise<readonly string[]> {
  return (await findSecrets(text, path)).map(({ start, end }) => text.slice(start, end));
}

describe('a random value is found completely', () => {
  it.each([...ADDRESSES, ...STRINGS, ...HEADERS])('%s', async (_, path, text) => {
    const found = await Promise.all(VALUES.map((value) => marked(path, text(value))));
    expect(found).toEqual(VALUES.map((value) => [value]));
  });
});

describe('a file that exists for secrets', () => {
  const names = ['DB_PASS', 'SMTP_PW', 'MYSQL_PASSWD', 'DB_PWD', 'PASS', 'MAIL_PASSWORD'];
  const values = ['correct-horse', 'a#b;c$d(e)', '!x9*&', '7731'];

  it.each(names)('any value assigned to %s is found, quoted or not', async (name) => {
    for (const value of values) {
      expect(await marked('.env', `A=1\n${name}=${value}\nB=2\n`)).toEqual([value]);
      expect(await marked('prod.env', `export ${name}="${value}"\n`)).toEqual([value]);
      expect(await marked('.env.example', `${name}=${value}\n`)).toEqual([]);
    }
  });

  it('any password in an address is found, unless it is a placeholder', async () => {
    expect(await marked('.env', 'REDIS_URL=redis://:correcthorse@redis:6379\n')).toEqual(['correcthorse']);
    expect(await marked('.env', 'C="Server=db;Uid=sa;Pwd=correcthorse;"\n')).toEqual(['correcthorse']);
    expect(await marked('a.py', 'u = "redis://:correcthorse@redis:6379"\n')).toEqual([]);
    const shown = ['pass', 'secret', '${PW}', '<password>', 'xxx', 'changeme', 'user'];
    for (const value of shown)
      expect(await marked('.env', `U=postgres://user:${value}@db/x\nC=Server=db;Pwd=${value};\n`)).toEqual(
        [],
      );
  });

  it("the key of Laravel is found, another one's public key is not", async () => {
    const key = `base64:${draw(ALNUM, 43, 'laravel')}=`;
    expect(await marked('.env', `APP_KEY=${key}\nPUSHER_APP_KEY=${draw(ALNUM, 20, 'p')}\n`)).toEqual([key]);
  });
});
