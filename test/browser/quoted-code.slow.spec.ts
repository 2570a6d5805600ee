import { call } from '../api/gateway-under-test';
import { startConsole, type ConsoleUnderTest } from './console-under-test';
import { expectAccessible, expectNoSideScroll, soon } from './expectations';
import { describeInBrowser, shot } from './in-browser';
import { PHONE } from './pages-under-test';

const CODE = `class Courier:
    def __init__(self, parcels):
        self.parcels = parcels  # still to be delivered

    def deliver(self):
        for parcel in self.parcels[0]:
            parcel.hand_over()`;

const MARKDOWN = `# Delivering parcels by courier

A courier delivers parcels after __init__ was called. Deliver all parcels with the class Courier [1]:

\`\`\`python
${CODE}
\`\`\`

The courier then reports the delivered parcels.
`;

const HTML = `<!doctype html><html><head><title>Postal stamps</title></head><body><main>
<h1>Stamping letters</h1>
<p>Letters are stamped by the stamp machine before they leave. Stamp letters with the class StampMachine:</p>
<pre>${CODE.replaceAll('Courier', 'StampMachine')}</pre>
<p>Letters without a stamp go back to the stamp machine.</p></main></body></html>
`;

describeInBrowser('code that an answer quotes from documentation', (browser) => {
  let console: ConsoleUnderTest;
  beforeAll(async () => {
    console = await startConsole({ chatProvider: 'extractive' });
    await console.change({ 'courier.md': MARKDOWN, 'stamps.html': HTML });
  });
  afterAll(() => console.close());

  it.each([
    ['Markdown', 'How does a courier deliver parcels?', CODE, 'Code, python'],
    [
      'HTML',
      'How are letters stamped by the stamp machine?',
      CODE.replaceAll('Courier', 'StampMachine'),
      'Code',
    ],
  ])('keeps its lines and indentation, from %s', async (kind, question, code, label) => {
    const asked = await call<{ id: string }>(console.url, 'POST /v1/turns', {
      body: { question, wait: true },
    });
    for (const [name, options] of [
      ['desktop', {}],
      ['phone', { ...PHONE, colorScheme: 'dark' }],
    ] as const) {
      const page = await browser.page(options);
      await page.goto(`${console.url}/turns/${asked.body.id}`);
      const block = page.locator('.answer').getByLabel(label, { exact: true }).first();
      await block.waitFor();
      const lines = (await block.innerText()).split('\n').filter((line) => line.trim() !== '');
      const wanted = code.split('\n').filter((line) => line.trim() !== '');
      expect(lines.slice(0, wanted.length)).toEqual(wanted);
      // The highlighter comes after the page.
      if (kind === 'Markdown') await block.locator('.code-word', { hasText: 'class' }).waitFor();
      // Names keep their underscores.
      expect(await page.locator('.answer strong', { hasText: 'init' }).count()).toBe(0);
      // The footnote of the document is no citation.
      if (kind === 'Markdown')
        expect(await page.locator('.answer blockquote').first().innerText()).toMatch(/Courier \[1\]:$/);
      await soon(async () => {
        expect(await page.locator('.answer .support.warn').count()).toBe(0);
      });
      await expectNoSideScroll(page);
      await expectAccessible(page);
      await block.scrollIntoViewIfNeeded();
      await shot(page, `quoted-code-${kind.toLowerCase()}-${name}`);
      await page.close();
    }
  });
});
