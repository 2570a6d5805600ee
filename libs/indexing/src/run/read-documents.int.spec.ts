import type { Loaded, Refusal } from '@quarry/documents';
import { Fault } from '@quarry/turn';
import type { IndexOptions } from './options';
import { Papers } from './testing/papers';
import { ScriptedReader } from './testing/scripted-reader';

const LONG = 'This part of the report says at some length what came of the year and why. '.repeat(4).trim();
const report = (topic: string): string =>
  `%PDF-1.7\n# Results\nThe revenue from ${topic} grew by 7 %. ${LONG}\n# Outlook\nWe expect more ${topic}. ${LONG}\n`;

let papers: Papers;
let reader: ScriptedReader;
let opened: number;

beforeEach(() => {
  papers = new Papers();
  reader = new ScriptedReader();
  opened = 0;
});
afterEach(() => papers.close());

const put = (path: string, content: string): void => papers.put(path, content);
const find = (text: string) => papers.find(text);
const run = (options: Partial<IndexOptions> = {}) =>
  papers.run({
    openDocuments: () => {
      opened++;
      return reader;
    },
    ...options,
  });

/** Files read since the last call. */
const seen = (): string[] => reader.seen.splice(0);

const refused = (refusal: Refusal) => (): Loaded => ({
  kind: 'refused',
  refusal,
  reason: `It is ${refusal}.`,
});

describe('document files', () => {
  it('are read once, with sections, pages and boxes', async () => {
    put('a/coal.pdf', report('coal'));
    put('wind.pdf', report('wind'));
    expect(await run()).toMatchObject({
      files: 2,
      indexed: 2,
      formats: { pdf: 2 },
      pages: 2,
      sections: 6,
      summaries: null,
      skipped: [],
      problems: [
        { path: 'a/coal.pdf', reason: 'page 2 is an image' },
        { path: 'wind.pdf', reason: 'page 2 is an image' },
      ],
    });
    expect(seen()).toEqual(['coal.pdf', 'wind.pdf']);
    const [first] = await find('revenue coal');
    expect(first).toMatchObject({
      path: 'a/coal.pdf',
      id: 'a/coal.pdf#L1-L2',
      section: 'a/coal.pdf#results',
      title: 'coal.pdf › Results',
      format: 'pdf',
      pages: [{ page: 1, box: [72, 72, 500, 96] }],
    });
    const sections = await papers.searchIndex.sections(papers.ref, { paths: ['wind.pdf'] });
    expect(sections.map(({ id }) => id)).toEqual(['wind.pdf', 'wind.pdf#results', 'wind.pdf#outlook']);
    expect([opened > 0, reader.closed]).toEqual([true, opened]);
  });

  it('are read again by a version with another format, which embeds only texts that changed', async () => {
    const embedded: string[] = [];
    const embedder: IndexOptions['embedder'] = {
      id: 'ones@1',
      dimension: 2,
      embed: (texts) => {
        embedded.push(...texts);
        return Promise.resolve(texts.map(() => Float32Array.of(1, 0)));
      },
      close: () => Promise.resolve(),
    };
    put('a.pdf', report('coal'));
    await run({ embedder });
    const all = embedded.splice(0);
    expect(all.length).toBeGreaterThan(1);
    // As an older version left it: with the hash of another format.
    const [hits] = await papers.searchIndex.search(papers.ref, [{ kind: 'path', path: 'a.pdf', k: 100 }]);
    const chunks = (hits ?? []).map(({ chunk }) => chunk);
    await papers.searchIndex.write(papers.ref, { files: [{ path: 'a.pdf', hash: 'older', chunks }] });
    seen();
    expect(await run({ embedder })).toMatchObject({ indexed: 1, unchanged: 0, embedded: 0 });
    expect([seen(), embedded]).toEqual([['a.pdf'], []]);
    put('a.pdf', report('coal').replace('We expect', 'We hope for'));
    expect(await run({ embedder })).toMatchObject({ indexed: 1, embedded: 1 });
    expect(await run({ embedder })).toMatchObject({ indexed: 0, unchanged: 1, embedded: 0 });
  });

  it('are reread only if they changed, and removed if deleted; their remarks are repeated', async () => {
    put('a.pdf', report('coal'));
    put('b.pdf', report('wind'));
    await run();
    seen();
    expect(await run()).toMatchObject({
      indexed: 0,
      unchanged: 2,
      pages: 2,
      sections: 6,
      problems: [{}, {}],
    });
    expect(seen()).toEqual([]);
    put('a.pdf', report('peat'));
    expect(await run()).toMatchObject({ indexed: 1, unchanged: 1 });
    expect(seen()).toEqual(['a.pdf']);
    expect(await find('coal')).toEqual([]);
    papers.remove('b.pdf');
    expect(await run()).toMatchObject({ files: 1, removed: 1, formats: { pdf: 1 } });
    expect(await find('wind')).toEqual([]);
    expect(await papers.searchIndex.sections(papers.ref, { paths: ['b.pdf'] })).toEqual([]);
  });

  it('are reread if they must be cut differently', async () => {
    put('a.pdf', report('coal'));
    await run();
    expect(await run({ chunking: { tokens: 100 } })).toMatchObject({ indexed: 1 });
    expect(seen()).toHaveLength(2);
  });

  it('that cannot be read are skipped with the reason, leave the index, and are not retried', async () => {
    put('a.pdf', report('coal'));
    put('bad.pdf', report('wind'));
    await run();
    seen();
    put('bad.pdf', '%PDF-1.7 broken');
    reader.instead.set('bad.pdf', refused('damaged'));
    expect(await run()).toMatchObject({
      files: 1,
      removed: 1,
      skipped: [{ path: 'bad.pdf', reason: 'It is damaged.' }],
    });
    expect(await find('wind')).toEqual([]);
    expect(await run()).toMatchObject({ skipped: [{ path: 'bad.pdf', reason: 'It is damaged.' }] });
    expect(seen()).toEqual(['bad.pdf']);
    await run({ rebuild: true });
    expect(seen()).toEqual(['a.pdf', 'bad.pdf']);
  });

  it('that took too long are retried', async () => {
    put('slow.pdf', report('coal'));
    reader.instead.set('slow.pdf', refused('timeout'));
    expect(await run()).toMatchObject({ files: 0, skipped: [{ reason: 'It is timeout.' }] });
    reader.instead.clear();
    expect(await run()).toMatchObject({ files: 1, skipped: [] });
  });

  it('are recognized by their first bytes: a PDF without an extension, a template, a page without text', async () => {
    put('scan', report('coal'));
    put('row.html', '<li *ngFor="let item of items">{{ item.zebra }}</li>\n');
    put('base.html', '<!doctype html><html><head>{% block wombat %}{% endblock %}</head></html>\n');
    put('shell.html', '<!doctype html><html><body><script src="quokka.js"></script></body></html>\n');
    reader.instead.set('shell.html', refused('no_text'));
    for (const indexed of [4, 0])
      expect(await run()).toMatchObject({ files: 4, indexed, formats: { pdf: 1 }, skipped: [] });
    expect(seen()).toEqual(['scan', 'shell.html']);
    expect((await find('zebra'))[0]).toMatchObject({ id: 'row.html#L1-L1', language: 'html' });
    expect((await find('wombat'))[0]).toMatchObject({ id: 'base.html#L1-L1', language: 'html' });
    expect((await find('quokka'))[0]).toMatchObject({ id: 'shell.html#L1-L1', language: 'html' });
  });

  it('are exempt from the size limit for text', async () => {
    put('large.pdf', report('coal'));
    put('large.html', '<p>a fragment that is no page, and longer than the limit</p>');
    expect(await run({ maxBytes: 50 })).toMatchObject({
      files: 1,
      skipped: [{ path: 'large.html', reason: '60 bytes, more than the limit of 50' }],
    });
  });

  it('that change while they are read are left to the next run', async () => {
    put('a.pdf', report('coal'));
    reader.instead.set('a.pdf', () => {
      put('a.pdf', report('wind'));
      return undefined;
    });
    expect(await run()).toMatchObject({
      indexed: 0,
      problems: [{}, { path: 'a.pdf', reason: expect.stringContaining('changed while') as string }],
    });
    expect(await run()).toMatchObject({ indexed: 1 });
    expect(await find('wind')).toHaveLength(2);
  });

  it('are completed by the next run after a cancellation between them', async () => {
    for (const name of ['a', 'b', 'c', 'd']) put(`${name}.pdf`, report(name));
    const stop = new AbortController();
    const onProgress: IndexOptions['onProgress'] = ({ phase, done }) => {
      if (phase === 'documents' && done === 2) stop.abort();
    };
    await expect(run({ signal: stop.signal, onProgress })).rejects.toMatchObject({ code: 'cancelled' });
    seen();
    expect(await run()).toMatchObject({ files: 4, indexed: 2, sections: 12 });
    expect(seen()).toEqual(['c.pdf', 'd.pdf']);
    expect([opened > 0, reader.closed]).toEqual([true, opened]);
  });

  it('end the run if their reader cannot be started, and the reader is closed', async () => {
    put('a.pdf', report('coal'));
    reader.instead.set('a.pdf', () => {
      throw new Fault('setup_failed', 'the library is not there');
    });
    await expect(run()).rejects.toMatchObject({ code: 'setup_failed' });
    expect([opened > 0, reader.closed]).toEqual([true, opened]);
  });
});

describe('sections of text files and of a corpus', () => {
  it('exist for Markdown and plain text, not for code', async () => {
    put(
      'guide.md',
      `# Guide\n\n${LONG}\n\n## Set-up\n\nPull the lever. ${LONG}\n\n## Use\n\nPress it. ${LONG}\n`,
    );
    put('notes.txt', 'a few words\n');
    put('code.ts', 'const lever = 1;\n');
    expect(await run()).toMatchObject({ files: 3, sections: 4, formats: {}, pages: 0 });
    const sections = await papers.searchIndex.sections(papers.ref);
    expect(sections.map(({ id }) => id)).toEqual([
      'guide.md',
      'guide.md#set-up',
      'guide.md#use',
      'notes.txt',
    ]);
    expect((await find('words'))[0]).toMatchObject({ section: 'notes.txt' });
    expect((await find('lever')).map(({ path, section }) => [path, section])).toContainEqual([
      'code.ts',
      undefined,
    ]);
  });

  it('of a corpus are those of each document', async () => {
    const sections = [
      { title: 'Aims', text: `To know. ${LONG}` },
      { title: 'Means', text: `To read. ${LONG}` },
    ];
    const documents = [
      { id: 'x', title: 'Paper X', text: '', sections },
      { id: 'y', text: 'Words of y.' },
    ];
    put('c.jsonl', documents.map((document) => JSON.stringify(document)).join('\n'));
    expect(await run()).toMatchObject({ documents: 2, sections: 0 });
    expect((await papers.searchIndex.sections(papers.ref)).map(({ id }) => id)).toEqual([
      'c.jsonl#x',
      'c.jsonl#x/aims',
      'c.jsonl#x/means',
      'c.jsonl#y',
    ]);
    expect((await find('read'))[0]).toMatchObject({ document: 'x', section: 'c.jsonl#x/means' });
    expect((await find('words'))[0]).toMatchObject({ document: 'y', section: 'c.jsonl#y' });
  });
});
