import type { Page } from 'playwright-core';
import { FaultyProxy } from '../faults/faulty-proxy';
import { startConsole, type ConsoleUnderTest } from './console-under-test';
import { expectAccessible, expectNoSideScroll, soon } from './expectations';
import { describeInBrowser, shot } from './in-browser';
import { PHONE } from './pages-under-test';

const STOCK = 'What happens to stock when an invoice is cancelled?';

describeInBrowser('the Ask page', (browser) => {
  let console: ConsoleUnderTest;
  beforeAll(async () => {
    console = await startConsole();
  });
  afterAll(() => console.close());

  const open = async (path = '/ask', options = {}): Promise<Page> => {
    const page = await browser.page(options);
    await page.goto(`${console.url}${path}`);
    return page;
  };
  const ask = async (page: Page, question: string): Promise<void> => {
    await page.getByRole('textbox').fill(question);
    await page.keyboard.press('Enter');
  };
  const answered = async (page: Page): Promise<void> => {
    await page.getByRole('region', { name: 'Sources' }).last().waitFor();
  };

  it('asks, shows the passes as they happen and the answer as it is written, and opens the lines that it cites', async () => {
    console.pace({ deltaSize: 12, ms: 100 });
    const page = await open();
    await shot(page, 'ask');
    await ask(page, STOCK);
    await page.waitForURL(/\/turns\/t\w+$/);
    const passes = page.getByRole('article').getByRole('list').first();
    await passes.getByText('TaxOfficeGateway').waitFor();
    await soon(async () => {
      expect(await passes.innerText()).toMatch(
        /Pass 1[\s\S]*found 4 places[\s\S]*Pass 2[\s\S]*dbo\.StockMovement\s+found/,
      );
    });
    await page.getByText('Cancelling an invoice').waitFor();
    // It is still being written.
    await soon(async () => {
      expect(await page.getByRole('button', { name: 'Stop' }).count()).toBe(1);
    });
    expect(await page.getByText('Forklifts are told by radio.').count()).toBe(0);
    await shot(page, 'ask-streaming');
    await expectAccessible(page);
    await answered(page);
    await shot(page, 'ask-answer');
    await expectAccessible(page);

    const answer = page.getByRole('region', { name: 'Answer' });
    await soon(async () => {
      expect(await answer.innerText()).toMatch(/Forklifts are told by radio\.\s*unsupported/);
    });
    await soon(async () => {
      expect(await page.getByRole('region', { name: 'Not found' }).innerText()).toContain('TaxOfficeGateway');
    });
    // The gap is told once; the passes, which are folded by now, are a log.
    expect((await page.getByRole('article').innerText()).split('TaxOfficeGateway')).toHaveLength(2);
    const cite = answer.getByRole('button', { name: /db\/Stock\.sql, lines 20–43/ }).first();
    await cite.click();
    const code = page.getByRole('region', { name: /db\/Stock\.sql, lines .* lines 20 to 43 are marked/ });
    await code.waitFor();
    await soon(async () => {
      expect(await code.locator('.marked').first().innerText()).toContain(
        'CREATE OR ALTER PROCEDURE dbo.Stock_Restore',
      );
    });
    await soon(async () => {
      expect(await code.locator('.marked').count()).toBe(24);
    });
    await shot(page, 'ask-source');
    await expectAccessible(page);
  });

  it('opens the page of a PDF with the place marked on it', async () => {
    console.pace({ deltaSize: 200, ms: 1 });
    const page = await open();
    await ask(page, 'What were the net sales of Survey in 2023?');
    await answered(page);
    await page.getByRole('region', { name: 'Sources' }).getByRole('button').first().click();
    const drawn = page.getByRole('region', { name: 'Page 2 of halden-2023.pdf' });
    const mark = drawn.locator('.pdf-mark');
    await mark.waitFor();
    const [sheet, box] = [await drawn.locator('canvas').boundingBox(), await mark.boundingBox()];
    if (!sheet || !box) throw new Error('Nothing is drawn.');
    // On the sheet, and smaller than it.
    expect(box.x).toBeGreaterThan(sheet.x);
    expect(box.y).toBeGreaterThan(sheet.y);
    expect(box.width * box.height).toBeLessThan((sheet.width * sheet.height) / 2);
    // Something is written within the mark: not all of it has the colour of paper.
    await soon(async () => {
      const dark = await page.evaluate<number>(`(() => {
        const canvas = document.querySelector('.pdf-page canvas');
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        let dark = 0;
        for (let at = 0; at < data.length; at += 4) if (data[at] < 100) dark += 1;
        return dark;
      })()`);
      expect(dark).toBeGreaterThan(500);
    });
    await shot(page, 'ask-pdf');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByRole('region', { name: 'Page 3 of halden-2023.pdf' }).waitFor();
    await page.getByRole('tab', { name: 'Text' }).click();
    await soon(async () => {
      expect(await page.getByRole('tabpanel').innerText()).toContain('742.1');
    });
  });

  it('stops, keeps what was written, and still has it after a reload', async () => {
    console.pace({ deltaSize: 20, ms: 60 });
    const page = await open();
    await ask(page, 'Does it go on for ever?');
    await page.getByText('It goes on and on.').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped', { exact: true }).waitFor();
    await expectAccessible(page);
    await soon(async () => {
      expect(await page.getByRole('region', { name: 'Answer' }).innerText()).toContain('It goes on and on.');
    });
    await page.reload();
    await page.getByText('Stopped', { exact: true }).waitFor();
    await soon(async () => {
      expect(await page.getByRole('region', { name: 'Answer' }).innerText()).toContain('It goes on and on.');
    });
  });

  it('continues after a reload in the middle of the answer', async () => {
    console.pace({ deltaSize: 12, ms: 100 });
    const page = await open();
    await ask(page, STOCK);
    await page.getByText('Cancelling an invoice').waitFor();
    await page.reload();
    await page.getByText('Cancelling an invoice').waitFor();
    await soon(async () => {
      expect(await page.getByRole('button', { name: 'Stop' }).count()).toBe(1);
    });
    await answered(page);
    await soon(async () => {
      expect(await page.getByRole('region', { name: 'Answer' }).innerText()).toContain('Forklifts');
    });
  });

  it('asks a follow-up in the same conversation, which the history then leads back to', async () => {
    console.pace({ deltaSize: 200, ms: 1 });
    const page = await open();
    await ask(page, STOCK);
    await answered(page);
    await ask(page, 'And who calls it?');
    await page.getByRole('heading', { name: 'And who calls it?' }).waitFor();
    // Not the claim that says the same, folded up below the answer.
    await page.getByText('InvoicesController.Cancel calls it').filter({ visible: true }).first().waitFor();
    await page.getByRole('heading', { name: STOCK }).waitFor();
    await soon(async () => {
      expect(await page.getByRole('article').count()).toBe(2);
    });
    await page.getByRole('link', { name: 'Ask', exact: true }).click();
    const recent = page.getByRole('region', { name: 'Recent conversations' });
    await recent.getByText('2 questions').first().waitFor();
    await recent
      .locator('time')
      .filter({ hasText: /^(?:just now|\d+ (?:min|h) ago)$/ })
      .first()
      .waitFor();
    await recent
      .getByRole('link', { name: /2 questions/ })
      .first()
      .click();
    await page.getByRole('heading', { name: 'And who calls it?' }).waitFor();
  });

  it.each([
    ['a desktop', {}],
    ['a phone', PHONE],
  ])('shows a follow-up, and a link to it, in view on %s', async (_name, options) => {
    console.pace({ deltaSize: 200, ms: 1 });
    const page = await open('/ask', options);
    await ask(page, STOCK);
    await answered(page);
    await ask(page, 'And who calls it?');
    const followUp = page.getByRole('heading', { name: 'And who calls it?' });
    const inView = async (): Promise<void> => {
      await soon(async () => {
        expect(await page.getByRole('region', { name: 'Sources' }).count()).toBe(2);
        const y = (await followUp.boundingBox())?.y ?? Infinity;
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y).toBeLessThan(300);
      });
    };
    await followUp.waitFor();
    await inView();
    await page.goto(page.url());
    await inView();
    await page.close();
  });

  it('leaves the window of a phone to the answer until the follow-up field is used', async () => {
    console.pace({ deltaSize: 200, ms: 1 });
    const page = await open('/ask', { viewport: { width: 390, height: 844 } });
    await ask(page, STOCK);
    await answered(page);
    const box = page.getByRole('textbox', { name: 'Follow-up question' });
    const covered = async (): Promise<number> =>
      844 - ((await page.locator('.follow-up .composer').boundingBox())?.y ?? 0);
    await soon(async () => {
      expect(await covered()).toBeLessThan(125);
    });
    await box.click();
    await page.getByText('Deep', { exact: true }).click();
    await soon(async () => {
      expect(await page.getByRole('radio', { name: 'Deep' }).isChecked()).toBe(true);
    });
    await page.getByText('Auto', { exact: true }).click();
    await box.fill('And who calls it?');
    await page.getByRole('heading', { level: 2 }).first().click();
    await soon(async () => {
      expect(await page.getByText('Advanced').isVisible()).toBe(true);
    });
    await box.fill('');
    await page.getByRole('heading', { level: 2 }).first().click();
    await soon(async () => {
      expect(await page.getByText('Advanced').isVisible()).toBe(false);
    });
    await shot(page, 'ask-follow-up-phone');
    await page.close();
  });

  it('offers how thorough an answer should be, and pipelines with what they do only on demand', async () => {
    console.pace({ deltaSize: 200, ms: 1 });
    const page = await open();
    await page.getByText('Deep', { exact: true }).click();
    await page.getByText('Advanced').click();
    const pipelines = page.getByRole('group', { name: 'Pipeline' });
    await pipelines.getByRole('radio', { name: /^cgrag/ }).check();
    expect(await pipelines.innerText()).toContain('looks for just that');
    await expectAccessible(page);
    await shot(page, 'ask-advanced');
    await page.keyboard.press('Escape');
    await pipelines.waitFor({ state: 'hidden' });
    await page.getByText('Advanced: cgrag').click();
    await pipelines.waitFor();
    await page.getByRole('heading', { level: 1 }).click();
    await pipelines.waitFor({ state: 'hidden' });
    await ask(page, STOCK);
    await page
      .getByRole('article')
      .getByText(/^cgrag · /)
      .waitFor();
    await page.goto(`${console.url}/ask`);
    await page.getByText('Advanced: cgrag').waitFor();
    expect(await page.getByRole('radio', { name: 'Deep' }).isChecked()).toBe(true);
    await page.close();
  });

  it('marks a weak sentence once, and lists the weak ones alone at a press of its mark', async () => {
    console.pace({ deltaSize: 200, ms: 1 });
    const page = await open();
    await ask(page, STOCK);
    await answered(page);
    const answer = page.getByRole('region', { name: 'Answer' });
    const marks = answer.locator('button.support');
    await soon(async () => {
      expect(await marks.count()).toBeGreaterThan(0);
    });
    await marks.last().click();
    const list = page.locator('.claims li');
    await soon(async () => {
      expect((await list.allInnerTexts()).map((text) => /^\w+/.exec(text)?.[0])).toEqual([
        'Unsupported',
        'Unsupported',
      ]);
    });
    await expectAccessible(page);
    await shot(page, 'ask-weak');
    await page.getByLabel('Weak sentences only').uncheck();
    await soon(async () => {
      expect(await list.count()).toBe(5);
    });
    await page.close();
  });

  it.each([
    ['beside the answer on a desktop', { viewport: { width: 1440, height: 900 } }, 'x'],
    ['above the answer on a phone', PHONE, 'y'],
  ] as const)('shows the sources %s', async (_name, options, axis) => {
    console.pace({ deltaSize: 200, ms: 1 });
    const page = await open('/ask', options);
    await ask(page, STOCK);
    await answered(page);
    const sources = await page.getByRole('region', { name: 'Sources' }).boundingBox();
    const answer = await page.getByRole('region', { name: 'Answer' }).boundingBox();
    if (!sources || !answer) throw new Error('Nothing is shown.');
    if (axis === 'x') expect(sources.x).toBeGreaterThanOrEqual(answer.x + answer.width);
    else expect(sources.y + sources.height).toBeLessThanOrEqual(answer.y);
    expect(sources.y).toBeLessThan(options.viewport?.height ?? 0);
    await expectNoSideScroll(page);
    await page.close();
  });

  it('says that the connection is lost, and that it is back', async () => {
    console.pace({ deltaSize: 20, ms: 60 });
    const network = await FaultyProxy.start(console.url);
    const page = await browser.page();
    await page.goto(`${network.url}/ask`);
    await ask(page, 'Does it go on for ever?');
    await page.getByText('It goes on and on.').waitFor();
    network.refuse();
    await page.getByText('The connection to Quarry is lost.').waitFor();
    await expectAccessible(page);
    await shot(page, 'connection-lost');
    network.heal();
    await page.getByText('The connection to Quarry is lost.').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped', { exact: true }).waitFor();
    await page.close();
    await network.close();
  });

  it('says that there is no such page', async () => {
    const page = await browser.page();
    const response = await page.goto(`${console.url}/no-such-page`);
    expect(response?.status()).toBe(404);
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    await page.getByRole('link', { name: 'Ask', exact: true }).click();
    await page.getByRole('textbox', { name: 'Question' }).waitFor();
    await page.close();
  });

  it('shows an answer that would run scripts, fetch pictures or lead elsewhere as the text that it is', async () => {
    const page = await open();
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(console.url)) elsewhere.push(request.url());
    });
    await ask(page, 'Is this unsafe?');
    await answered(page);
    const answer = page.getByRole('region', { name: 'Answer' });
    await soon(async () => {
      expect(await answer.innerText()).toContain('< script>document.title = 1< /script>');
    });
    expect(await answer.locator('a, img, script, iframe, svg:not(.icon)').count()).toBe(0);
    await soon(async () => {
      expect(await page.title()).toContain('unsafe');
    });
    expect(elsewhere).toEqual([]);
  });

  it('walks the code graph around an answer, by the list as well', async () => {
    const page = await open();
    await ask(page, STOCK);
    await answered(page);
    await page.getByRole('button', { name: 'Graph' }).click();
    const list = page.getByRole('region', { name: 'The graph as a list' });
    await list.getByText('Invoice_Cancel executes Stock_Restore').waitFor();
    await page.locator('.graph-picture canvas').first().waitFor({ state: 'attached' });
    const picture = page.locator('.graph-picture');
    const small = await picture.screenshot();
    await page.getByRole('button', { name: 'Enlarge' }).click();
    await soon(async () => {
      expect((await picture.screenshot()).equals(small)).toBe(false);
    });
    const before = await list.getByRole('button').count();
    await list.getByRole('button', { name: /dbo\.Invoice_Cancel/ }).click();
    await list
      .getByRole('button', { name: /InvoiceRepository/ })
      .first()
      .waitFor();
    await soon(async () => {
      expect(await list.getByRole('button').count()).toBeGreaterThan(before);
    });
    await shot(page, 'ask-graph');
    await expectAccessible(page);
  });

  it.each([
    ['a phone', { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }],
    ['the dark', { colorScheme: 'dark' }],
  ] as const)('is whole on %s', async (name, options) => {
    const page = await open('/ask', options);
    await expectAccessible(page);
    await page.getByText('Advanced', { exact: true }).click();
    await page.getByText('Answers questions about a code base by search').waitFor();
    await expectNoSideScroll(page);
    await page.getByText('Advanced', { exact: true }).click();
    await expectNoSideScroll(page);
    await ask(page, STOCK);
    await answered(page);
    await page.getByText(/passes · /).click();
    await page.getByText('Sentences checked:').click();
    await shot(page, `ask-on-${name.replaceAll(' ', '-')}`);
    await expectAccessible(page);
    await expectNoSideScroll(page);
    await page.getByRole('region', { name: 'Sources' }).getByRole('button').first().click();
    await page.locator('.line.marked').first().waitFor();
    await shot(page, `ask-source-on-${name.replaceAll(' ', '-')}`);
    await expectAccessible(page);
    await expectNoSideScroll(page);
  });
});
