import OpenAI from 'openai';
import { startConsole, type ConsoleUnderTest } from './console-under-test';
import { soon } from './expectations';
import { describeInBrowser } from './in-browser';

/** An annotation as a chat front end shows it: a link that a user follows. */
describeInBrowser("a citation that OpenAI's client was given", (browser) => {
  let console: ConsoleUnderTest;
  beforeAll(async () => {
    console = await startConsole({ editorUrl: 'vscode://file/src/shop/{relative}:{line}' });
  });
  afterAll(() => console.close());

  it('opens the lines that the answer cites', async () => {
    const client = new OpenAI({ baseURL: `${console.url}/v1`, apiKey: 'none' });
    const question = 'What happens to stock when an invoice is cancelled?';
    const completion = await client.chat.completions.create({
      ...{ model: 'code', messages: [{ role: 'user', content: question }] },
    });
    const links = completion.choices[0]?.message.annotations ?? [];
    const stock = links.find(({ url_citation: { title } }) => title.startsWith('db/Stock.sql'));
    const page = await browser.page({});
    await page.goto(stock?.url_citation.url ?? 'about:blank');
    const code = page.getByRole('region', { name: /db\/Stock\.sql, lines/ });
    await code.waitFor();
    const [, first, last] = /:(\d+)-(\d+)/.exec(stock?.url_citation.title ?? '') ?? [];
    await soon(async () => {
      expect(await code.locator('.marked').count()).toBe(Number(last) - Number(first) + 1);
    });
    const editor = page.getByRole('link', { name: 'Open in editor' });
    expect(await editor.getAttribute('href')).toBe(`vscode://file/src/shop/db/Stock.sql:${first}`);
  });
});
