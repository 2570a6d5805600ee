import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { samples, type Sample } from '../../libs/secrets/src/testing/samples';
import { Workplace, type Ended } from '../cli/quarry';
import { startScriptedModel, type ScriptedModel } from '../scripted-model/server';
import { counted } from './families';

/** Each kind once, in turn in the forms in which sources hold them. */
const SAMPLES = samples('sources');

const FORMS: readonly ((value: string, name: string) => readonly [path: string, text: string])[] = [
  (value, name) => [
    `src/${name}.ts`,
    `// invoice of ${name}\nexport function invoice_${name}(): string {\n  return send('${value}');\n}\n// end\n`,
  ],
  (value, name) => [
    `src/${name}.py`,
    `def invoice_${name}():\n    return send("${value}")\n\n\ndef after():\n    pass\n`,
  ],
  (value, name) => [`src/${name}.sql`, `CREATE PROCEDURE dbo.Invoice_${name} AS\n  EXEC Send '${value}';\n`],
  (value, name) => [
    `docs/${name}.md`,
    `# Invoice ${name}\n\nFirst line.\n\nThe invoice is sent with \`${value}\`.\n\nLast line.\n`,
  ],
  (value, name) => [
    `docs/${name}.html`,
    `<html><body><h1>Invoice ${name}</h1><p>Sent with ${value} today.</p></body></html>`,
  ],
  (value, name) => [
    `corpora/${name}.jsonl`,
    `${JSON.stringify({ id: name, title: `Invoice ${name}`, text: `The invoice is sent with ${value} today.` })}\n`,
  ],
  (value, name) => [`deploy/${name}.yaml`, `service: invoice\nvalue: ${value}\nend: true\n`],
];

function fileOf({ value, path, text }: Sample, n: number): readonly [path: string, content: string] {
  const name = `s${n}`;
  if (path !== undefined) return [`of${n}/${path}`, text?.(value) ?? value];
  if (text) return [`conf/${name}.yaml`, `# invoice ${name}\n${text(value)}# last line\n`];
  return (FORMS[n % FORMS.length] ?? (() => ['', ''] as const))(value, name);
}

const FILES = SAMPLES.map(fileOf);

/** The longest word of a value: indexes keep words, in small letters. */
function traceOf({ value, path }: Sample): string {
  const words = value.toLowerCase().split(path === undefined ? /[^a-z0-9]+/ : /\s+/);
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest), '');
}

const ASKED = [
  'How is the invoice sent?',
  ...SAMPLES.map((_, n) => `What does invoice s${n} send?`).filter((_, n) => n % 30 === 0),
];

describe('T24: secrets in the sources', () => {
  const at = new Workplace();
  let model: ScriptedModel;
  let env: Record<string, string>;
  let repository: string;
  const ends: Ended[] = [];
  const run = async (...args: string[]): Promise<Ended> => {
    const end = await at.run(args, { cwd: repository, env });
    ends.push(end);
    return end;
  };

  beforeAll(async () => {
    model = await startScriptedModel({
      replies: ({ last, system }) =>
        /summar/i.test(`${system} ${last}`.slice(0, 400))
          ? 'It says how invoices are sent.'
          : (['[HYBRID:] invoice send', '[Answer:] It is sent so [1].'][model.requests.length % 2] ?? ''),
    });
    env = {
      QUARRY_CHAT_PROVIDER: 'openai',
      QUARRY_CHAT_BASE_URL: model.baseUrl,
      QUARRY_CHAT_MODEL: 'scripted-1',
      QUARRY_LOG_LEVEL: 'debug',
      EMBEDDER_URL: 'none',
    };
    repository = at.write('shop', Object.fromEntries(FILES));
  });
  afterAll(async () => {
    await model.close();
    at.remove();
  });

  it('are reported by place and kind, never by value', async () => {
    const indexed = await run('index', '.', '--json');
    expect(indexed.code).toBe(0);
    const report = JSON.parse(indexed.out) as { secrets: { path: string; line: number; kind: string }[] };
    expect(report.secrets.map(({ path, kind }) => `${path} ${kind}`).sort()).toEqual(
      FILES.map(([path], n) => `${path} ${SAMPLES[n]?.kind}`).sort(),
    );
    const lines = report.secrets.filter(({ path }) => /\.(?:ts|py|sql|md|yaml|env)$/.test(path));
    for (const { path, line } of lines) {
      const n = FILES.findIndex(([file]) => file === path);
      const start = SAMPLES[n]?.value.split('\n')[0] ?? '';
      expect(readFileSync(join(repository, path), 'utf8').split('\n')[line - 1]).toContain(start);
    }
    const check = await run('index', '.', '--check');
    expect(check.out).toContain(`${SAMPLES.length} secrets masked`);
  });

  it('reach no prompt, and citations open the right lines', async () => {
    let opened = 0;
    for (const question of ASKED) {
      const asked = await run('ask', question, '--json');
      const { evidence = [] } = JSON.parse(asked.out) as {
        evidence?: {
          path: string;
          startLine: number;
          endLine: number;
          text: string;
          format?: string;
          document?: string;
        }[];
      };
      opened += evidence.length;
      for (const { path, startLine, endLine, text, format, document } of evidence) {
        if (format !== undefined || document !== undefined) continue;
        const lines = readFileSync(join(repository, path), 'utf8')
          .split('\n')
          .slice(startLine - 1, endLine);
        // Line for line as in the file, but for those that hold a placeholder.
        const shown = text
          .split('\n')
          .map((line, n) => (line.includes('<secret:') ? (lines[n] ?? '') : line));
        expect({ path, shown: shown.filter((line) => line !== '') }).toEqual({
          path,
          shown: lines.filter((line, n) => line !== '' && shown[n] !== ''),
        });
      }
    }
    expect(opened).toBeGreaterThan(ASKED.length);
    expect(model.requests.length).toBeGreaterThan(ASKED.length);
    expect(JSON.stringify(model.requests)).toContain('<secret:');
  });

  it('are in no prompt, no output and no file of the data folder', () => {
    const folder = join(repository, '.quarry');
    const stored = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => readFileSync(join(file.parentPath, file.name), 'latin1'));
    expect(stored.length).toBeGreaterThan(4);
    const places = {
      'data folder': stored.join('\0'),
      prompts: JSON.stringify(model.requests),
      output: JSON.stringify(ends),
    };
    let tried = 0;
    for (const [place, held] of Object.entries(places)) {
      const text = held.toLowerCase();
      const there = SAMPLES.filter((sample) => text.includes(traceOf(sample))).map(({ kind }) => kind);
      expect({ place, there }).toEqual({ place, there: [] });
      tried += SAMPLES.length;
    }
    counted('test/security/secrets-in-sources.slow.spec.ts', tried);
  });

  it('are there where the setting is off: the same look finds them', async () => {
    expect((await run('index', '.', '--keep-secrets')).code).toBe(0);
    const folder = join(repository, '.quarry/search');
    const text = readdirSync(folder)
      .map((file) => readFileSync(join(folder, file), 'latin1').toLowerCase())
      .join('\0');
    const missing = SAMPLES.filter((sample) => !text.includes(traceOf(sample).slice(0, 30)));
    expect(missing.length).toBeLessThan(SAMPLES.length / 20);
    expect((await run('index', '.', '--check')).out).toContain('Secrets were not masked');
  });
});
