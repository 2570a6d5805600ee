import { setImmediate } from 'node:timers/promises';
import type { IndexOptions } from '../run/options';
import { Papers } from '../run/testing/papers';
import { ScriptedReader } from '../run/testing/scripted-reader';
import type { Summarizer } from './summarizer';

const LONG =
  'This part says at some length what came of the year, and why it came so, with all the reasons. '.repeat(8);
const BODY = [
  '# Results',
  `Revenue grew. ${LONG}`,
  '# Short',
  'Little is said here.',
  '# Outlook',
  `More is expected. ${LONG}`,
];

let papers: Papers;
beforeEach(() => {
  papers = new Papers();
});
afterEach(() => papers.close());

const put = (path: string, content: string): void => papers.put(path, content);
const run = (options: Partial<IndexOptions> = {}) =>
  papers.run({ openDocuments: () => new ScriptedReader(), ...options });

/** Names the section in its reply, and records the sections and the number of concurrent calls. */
class Writer implements Summarizer {
  readonly asked: string[] = [];
  atOnce = 0;
  private open = 0;

  constructor(
    readonly id = 'writer-1',
    private readonly fails: (title: string) => boolean = () => false,
  ) {}

  async complete(prompt: string): Promise<string> {
    const title = /^Section: .*› (.+)$/m.exec(prompt)?.[1] ?? '';
    this.asked.push(title);
    this.atOnce = Math.max(this.atOnce, ++this.open);
    await setImmediate();
    this.open--;
    if (this.fails(title)) throw new Error('the server is unavailable');
    return `${this.id} on ${title}.`;
  }
}

async function summaries(): Promise<Record<string, string>> {
  const sections = await papers.searchIndex.sections(papers.ref);
  return Object.fromEntries(sections.map(({ title, summary }) => [title, summary]));
}

describe('summaries of sections', () => {
  it('come from the model for long sections, and are the first sentences otherwise', async () => {
    put('a.pdf', BODY.join('\n'));
    put('guide.md', `# Guide\n\n## Levers\n\n${LONG}\n\n## Keys\n\n${LONG}\n`);
    put('code.ts', `// ${LONG}\n`);
    const writer = new Writer();
    expect(await run({ summaries: writer })).toMatchObject({ summaries: 4, problems: [{ path: 'a.pdf' }] });
    expect(writer.asked.toSorted()).toEqual(['Keys', 'Levers', 'Outlook', 'Results']);
    expect(await summaries()).toMatchObject({
      Results: 'writer-1 on Results.',
      Short: expect.stringContaining('Little is said') as string,
      Levers: 'writer-1 on Levers.',
    });
  });

  it('are requested once: not in a second run, and only for the changed parts of a document', async () => {
    put('a.pdf', BODY.join('\n'));
    await run({ summaries: new Writer() });
    const second = new Writer();
    expect(await run({ summaries: second })).toMatchObject({ indexed: 0, summaries: 0 });
    put('a.pdf', [...BODY, 'One thing more.'].join('\n'));
    expect(await run({ summaries: second })).toMatchObject({ indexed: 1, summaries: 1 });
    expect(second.asked).toEqual(['Outlook']);
    expect(await run({ rebuild: true, summaries: second })).toMatchObject({ indexed: 1, summaries: 0 });
    expect(await summaries()).toMatchObject({ Results: 'writer-1 on Results.' });
  });

  it('stay in a run without a model, and are replaced by extractive ones or another model’s on request', async () => {
    put('a.pdf', BODY.join('\n'));
    await run({ summaries: new Writer() });
    expect(await run()).toMatchObject({ indexed: 0, summaries: null });
    expect(await summaries()).toMatchObject({ Results: 'writer-1 on Results.' });
    expect(await run({ summaries: 'extractive' })).toMatchObject({ indexed: 1, summaries: null });
    expect(await summaries()).toMatchObject({ Results: expect.stringMatching(/^Revenue grew/) as string });
    expect(await run({ summaries: 'extractive' })).toMatchObject({ indexed: 0 });
    expect(await run({ summaries: new Writer() })).toMatchObject({ indexed: 1, summaries: 0 });
    expect(await run({ summaries: new Writer('writer-2') })).toMatchObject({ indexed: 1, summaries: 2 });
    expect(await summaries()).toMatchObject({ Results: 'writer-2 on Results.' });
  });

  it('that the model fails to write are extractive, with one remark, and requested again by the next run', async () => {
    put('a.pdf', BODY.join('\n'));
    put('b.md', `# B\n\n## Results\n\n${LONG}\n\n## Other\n\n${LONG} End.\n`);
    const failing = new Writer('writer-1', (title) => title === 'Results');
    const { problems, summaries: made } = await run({ summaries: failing });
    expect(made).toBe(2);
    expect(problems.filter(({ reason }) => reason.includes('summary'))).toEqual([
      {
        path: 'a.pdf',
        reason:
          '2 sections have no summary by the model writer-1 (the server is unavailable) and keep the first sentences; the next run asks again',
        partly: true,
      },
    ]);
    expect(await summaries()).toMatchObject({ Outlook: 'writer-1 on Outlook.' });
    const able = new Writer();
    expect(await run({ summaries: able })).toMatchObject({ indexed: 2, summaries: 2 });
    expect(able.asked).toEqual(['Results', 'Results']);
    expect(await summaries()).toMatchObject({ Results: 'writer-1 on Results.' });
  });

  it('are abandoned if the model is unavailable, and at most four are requested at once', async () => {
    const sections = Array.from({ length: 30 }, (_, i) => [`# Part ${i}`, `Number ${i}. ${LONG}`]).flat();
    put('a.pdf', sections.join('\n'));
    const away = new Writer('writer-1', () => true);
    expect(await run({ summaries: away })).toMatchObject({ indexed: 1, summaries: 0, files: 1 });
    expect(away.asked.length).toBeLessThan(8);
    const able = new Writer();
    await run({ summaries: able });
    expect(able.asked).toHaveLength(30);
    expect(able.atOnce).toBe(4);
  });

  it('stop with a cancelled run, and finished ones are not requested again', async () => {
    const sections = Array.from({ length: 30 }, (_, i) => [`# Part ${i}`, `Number ${i}. ${LONG}`]).flat();
    put('a.pdf', sections.join('\n'));
    const stop = new AbortController();
    const cut = new Writer();
    const onProgress: IndexOptions['onProgress'] = ({ phase, done }) => {
      if (phase === 'summaries' && done === 10) stop.abort();
    };
    const running = run({ summaries: cut, signal: stop.signal, onProgress });
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    const rest = new Writer();
    expect(await run({ summaries: rest })).toMatchObject({ indexed: 1 });
    expect(rest.asked.length).toBeLessThanOrEqual(20);
  });
});
