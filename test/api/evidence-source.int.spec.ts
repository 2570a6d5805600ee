import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SourceDto, TurnDto } from '@quarry/client';
import type { Running } from '@quarry/solo';
import { indexFixture, type IndexedFixture } from '../scenarios/index-fixture';
import { call, expectProblem, startGateway, type Reply } from './gateway-under-test';

const KEYS = { 'acme-key': 'acme', 'other-key': 'other' };

interface Source extends Readonly<Record<string, unknown>> {
  readonly path: string;
  readonly from: string;
  readonly markedFrom: number;
  readonly markedTo: number;
  readonly firstLine: number;
  readonly lines: readonly string[];
  readonly totalLines: number | null;
  readonly changed: boolean | null;
  readonly file: string | null;
  readonly pages?: readonly { readonly page: number }[];
  readonly table?: NonNullable<SourceDto['table']>;
}

/** A gateway over an index of a copy of a fixture, and a turn that asked it something. */
class Asked {
  private constructor(
    readonly folder: string,
    readonly gateway: Running & { readonly url: string },
    private readonly fixture: IndexedFixture,
    readonly turn: TurnDto,
  ) {}

  static async about(source: string, question: string, pipeline?: string): Promise<Asked> {
    const base = mkdtempSync(path.join(tmpdir(), 'quarry-source-'));
    const folder = path.join(base, 'repository');
    cpSync(path.resolve(__dirname, '../fixtures', source), folder, { recursive: true });
    const fixture = await indexFixture(folder);
    const gateway = await startGateway(fixture.dataDir, { apiKeys: KEYS });
    const { body } = await call<TurnDto>(gateway.url, 'POST /v1/turns', {
      body: { question, wait: true, ...(pipeline !== undefined && { pipeline }) },
      key: 'acme-key',
    });
    return new Asked(folder, gateway, fixture, body);
  }

  source(n: number | string, query = '', key = 'acme-key'): Promise<Reply<Source>> {
    return call<Source>(this.gateway.url, `GET /v1/turns/${this.turn.id}/evidence/${n}/source${query}`, {
      key,
    });
  }

  file(n: number | string, key = 'acme-key'): Promise<Response> {
    return fetch(`${this.gateway.url}/v1/turns/${this.turn.id}/evidence/${n}/file`, {
      headers: { authorization: `Bearer ${key}` },
    });
  }

  async close(): Promise<void> {
    await this.gateway.close();
    await this.fixture.remove();
    rmSync(path.dirname(this.folder), { recursive: true });
  }
}

describe('the source of a piece of evidence, in a repository', () => {
  let asked: Asked;
  /** A piece of a file that has more lines before and after it. */
  let item: TurnDto['evidence'][number];
  const original = (): string => path.join(asked.folder, item.path);

  beforeAll(async () => {
    asked = await Asked.about('dotnet-shop/app', 'What happens to stock when an invoice is cancelled?');
    const found = asked.turn.evidence.find((each) => each.startLine > 3 && each.kind === 'chunk');
    if (!found) throw new Error('Nothing was found that begins within a file.');
    item = found;
  });
  afterAll(() => asked.close());

  it('is the lines of the file around it, with the place marked', async () => {
    const { status, headers, body } = await asked.source(item.n, '?around=2');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    const lines = readFileSync(original(), 'utf8').trimEnd().split(/\r?\n/);
    expect(body).toMatchObject({
      path: item.path,
      from: 'file',
      markedFrom: item.startLine,
      markedTo: item.endLine,
      firstLine: item.startLine - 2,
      changed: false,
      file: `/v1/turns/${asked.turn.id}/evidence/${item.n}/file`,
    });
    expect(body.lines).toEqual(lines.slice(item.startLine - 3, item.endLine + 2));
    expect(body.totalLines).toBeGreaterThanOrEqual(item.endLine);
  });

  it('has those lines marked that the answer quotes', async () => {
    const heads = (asked.turn.answer?.text ?? '').matchAll(/^`[^`]+`, lines (\d+)–(\d+)[^[\n]*\[(\d+)\]$/gm);
    const quoted = [...heads].map(([, from, to, n]) => [Number(n), Number(from), Number(to)]);
    const parts = quoted.filter(([n, from, to]) =>
      asked.turn.evidence.some(
        (one) => one.n === n && (one.startLine < (from ?? 0) || one.endLine > (to ?? 0)),
      ),
    );
    expect(parts).not.toEqual([]);
    for (const [n = 0, markedFrom, markedTo] of parts)
      expect((await asked.source(n)).body).toMatchObject({ markedFrom, markedTo });
  });

  it('is there for every number of the turn, and for no other', async () => {
    for (const { n } of asked.turn.evidence) expect(await asked.source(n)).toMatchObject({ status: 200 });
    for (const n of ['0', '9999', '-1', '1.5', 'x', '1e3', '..%2f1'])
      expectProblem(await asked.source(n), 404, 'evidence_unknown');
  });

  it.each(['?around=-1', '?around=many', '?around=2001', '?arround=1'])(
    'is refused with %s',
    async (query) => {
      expectProblem(await asked.source(item.n, query), 400, 'bad_request');
    },
  );

  it('does not exist for another tenant, nor without a key', async () => {
    expectProblem(await asked.source(item.n, '', 'other-key'), 404, 'turn_unknown');
    expectProblem(await asked.source(item.n, '', 'no-key'), 401, 'unauthorized');
    expect((await asked.file(item.n, 'other-key')).status).toBe(404);
  });

  it('gives the file as bytes that no browser shows or runs', async () => {
    const reply = await asked.file(item.n);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('application/octet-stream');
    expect(reply.headers.get('content-disposition')).toBe(
      `attachment; filename="${path.basename(item.path)}"`,
    );
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    expect(reply.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(Buffer.from(await reply.arrayBuffer()).equals(readFileSync(original()))).toBe(true);
  });

  it('comes from the index once the file says something else, and says so', async () => {
    const before = (await asked.source(item.n, '?around=0')).body;
    const text = readFileSync(original(), 'utf8');
    writeFileSync(original(), `// another first line\n\n\n${text}`);
    const { body } = await asked.source(item.n, '?around=0');
    writeFileSync(original(), text);
    expect(body).toMatchObject({ from: 'index', changed: true, markedFrom: item.startLine });
    expect(body.lines).toEqual(before.lines);
  });

  it('comes from the index where the file is gone, and there are no bytes then', async () => {
    renameSync(original(), `${original()}.gone`);
    const [{ body }, file] = [await asked.source(item.n, '?around=0'), await asked.file(item.n)];
    renameSync(`${original()}.gone`, original());
    expect(body).toMatchObject({ from: 'index', changed: null, file: null });
    expect(body.lines.join('\n')).toContain(item.text.trim().split('\n')[0]);
    expect(file.status).toBe(404);
    expect(await file.json()).toMatchObject({ code: 'original_missing' });
  });

  it('never leaves the folder that was indexed, whatever became of the file', async () => {
    const secret = path.join(path.dirname(asked.folder), 'secret.txt');
    writeFileSync(secret, `CANARY-77\n${readFileSync(original(), 'utf8')}`);
    renameSync(original(), `${original()}.gone`);
    symlinkSync(secret, original());
    const [{ body }, file] = [await asked.source(item.n), await asked.file(item.n)];
    rmSync(original());
    renameSync(`${original()}.gone`, original());
    expect(body).toMatchObject({ from: 'index', file: null });
    expect(JSON.stringify(body)).not.toContain('CANARY-77');
    expect(file.status).toBe(404);
  });
});

describe('the source of a piece of evidence, in a PDF', () => {
  let asked: Asked;
  beforeAll(async () => {
    asked = await Asked.about('reports', 'How many berths did Halden have in 2023?');
  });
  afterAll(() => asked.close());

  it('is the text that was taken out of it, with pages and boxes, and the file itself', async () => {
    const item = asked.turn.evidence.find((each) => each.format === 'pdf');
    if (!item) throw new Error('No page was found.');
    const { body } = await asked.source(item.n, '?around=1');
    expect(body).toMatchObject({ from: 'index', format: 'pdf', pages: item.pages, changed: false });
    expect(body.lines.slice(item.startLine - body.firstLine).join('\n')).toContain(
      item.text.trim().split('\n')[0],
    );
    const file = await asked.file(item.n);
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    appendFileSync(path.join(asked.folder, item.path), '%');
    expect((await asked.source(item.n)).body.changed).toBe(true);
  });

  it('is the lines of the file itself in a web page', async () => {
    const item = asked.turn.evidence.find((each) => each.format === 'html');
    if (!item?.sourceLines) return;
    const { body } = await asked.source(item.n, '?around=0');
    expect(body).toMatchObject({
      from: 'file',
      markedFrom: item.sourceLines[0],
      markedTo: item.sourceLines[1],
    });
  });
});

describe('the source of a value, in its table', () => {
  let asked: Asked;
  beforeAll(async () => {
    asked = await Asked.about('reports', 'What were the net sales of Survey in 2023?', 'extraction');
  });
  afterAll(() => asked.close());

  it('has the rows around it with the heads of their columns, and marks its cell only', async () => {
    const item = asked.turn.evidence.find(({ kind }) => kind === 'finding');
    if (!item) throw new Error('Nothing was extracted.');
    const { table } = (await asked.source(item.n)).body;
    if (!table) throw new Error('It has no table.');
    const cited = table.rows.filter((row) => row.cited);
    expect(cited.map(({ label }) => label)).toEqual(['Survey']);
    const cells = table.rows.flatMap((row) => row.cells).filter((cell) => cell.cited);
    expect(cells).toEqual([expect.objectContaining({ text: '742.1' })]);
    expect(table.columns.find(({ column }) => column === cells[0]?.column)?.head).toContain('2023');
    expect(table.rows.length).toBeGreaterThan(2);
    expect([table.above, table.below].every((many) => many >= 0)).toBe(true);
  });

  it('is not there for evidence that is no part of a table', async () => {
    for (const { n, kind, startLine, endLine } of asked.turn.evidence) {
      const { table } = (await asked.source(n)).body;
      if (kind === 'calculation' || endLine - startLine > 60) expect(table).toBeUndefined();
      if (table) expect(table.rows.some(({ cited }) => cited)).toBe(true);
    }
  });
});

describe('the source of a piece of evidence, beside a secret', () => {
  const secret = `gh${'p_'}kQ7wZx0bTn4KpW9sVe2LdRf6Hy3Mg8Uc5J1a`;
  let asked: Asked;
  let item: TurnDto['evidence'][number];

  beforeAll(async () => {
    const base = mkdtempSync(path.join(tmpdir(), 'quarry-beside-'));
    writeFileSync(
      path.join(base, 'stock.ts'),
      `const key = '${secret}';\n\n${'// a line between\n'.repeat(3)}\nexport function cancelInvoice() {\n  return 'stock goes back';\n}\n`,
    );
    asked = await Asked.about(base, 'What happens to stock when an invoice is cancelled? cancelInvoice');
    rmSync(base, { recursive: true });
    const found = asked.turn.evidence.find((each) => each.path === 'stock.ts' && each.startLine > 1);
    if (!found) throw new Error('The function was not found.');
    item = found;
  });
  afterAll(() => asked.close());

  it('is the masked lines of the file: the secret is in none', async () => {
    const { body } = await asked.source(item.n, '?around=40');
    expect(body).toMatchObject({ from: 'file', firstLine: 1, path: 'stock.ts' });
    expect(body.lines[0]).toMatch(/^const key = '<secret:github-token:[0-9a-f]{8}>';$/);
    expect(body.lines.slice(1)).toEqual(
      readFileSync(path.join(asked.folder, 'stock.ts'), 'utf8').trimEnd().split('\n').slice(1),
    );
  });

  it('is masked in the original file, too, and in one that got a secret since', async () => {
    expect(await (await asked.file(item.n)).text()).toMatch(
      /^const key = '<secret:github-token:[0-9a-f]{8}>';\n/,
    );
    appendFileSync(path.join(asked.folder, 'stock.ts'), `const more = 'np${'m_'}${secret.slice(4)}';\n`);
    const { body } = await asked.source(item.n, '?around=40');
    expect(JSON.stringify(body)).not.toContain(secret.slice(4));
    const text = await (await asked.file(item.n)).text();
    expect(text).not.toContain(secret.slice(4));
    expect(text).toContain('<secret:npm-access-token:');
  });
});
