import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import OpenAI from 'openai';
import { active, READERS } from '../../libs/protocol/src/testing/readers';
import { describeInBrowser } from '../browser/in-browser';
import { startConsole, type ConsoleUnderTest } from '../browser/console-under-test';
import { EXFILTRATIONS, EVIL } from './exfiltrations';
import { atLeastOne } from './at-least-one';
import { AttackFamily } from './attack-family';
import { plans, UnderAttack } from './under-attack';

/** Answers of a few payloads each: a turn for each would take minutes. */
const ANSWERS = Array.from({ length: Math.ceil(EXFILTRATIONS.length / 10) }, (_, n) =>
  EXFILTRATIONS.slice(n * 10, n * 10 + 10),
);

jest.setTimeout(300_000);

describe('T3: what an answer would fetch, open or run', () => {
  const family = new AttackFamily('test/security/exfiltration.slow.spec.ts');
  let system: UnderAttack;

  beforeAll(async () => {
    const payloads = EXFILTRATIONS.map((payload, n) => [`notes/${n}.md`, `About zebra${n}.\n\n${payload}\n`]);
    system = await UnderAttack.start(Object.fromEntries(payloads) as Record<string, string>);
  });
  afterAll(() => system.stop());

  /** An obedient model: it writes what it was instructed to, in small pieces. */
  const writes = (text: string): void => {
    system.model.play((request) =>
      plans(request) ? '[BM25:] zebra1' : { text: `[Answer:] As told [1].\n\n${text}`, deltaSize: 40 },
    );
  };

  it('is text: in the turn, in its events, for clients of OpenAI and of MCP', async () => {
    const openai = new OpenAI({ baseURL: `${system.gateway.url}/v1`, apiKey: 'none' });
    const mcp = new Client({ name: 'test', version: '1' });
    await mcp.connect(new StreamableHTTPClientTransport(new URL(`${system.gateway.url}/mcp`)));
    const question = 'What is zebra1 about?';
    const body = { model: 'canary', messages: [{ role: 'user', content: question } as const] };
    // The payloads work if nothing intervenes.
    const harmless = EXFILTRATIONS.filter((payload) => active(payload).length === 0);
    expect(harmless).toEqual([]);
    await family.row({
      name: 'answers',
      benign: [`Nothing of ${EVIL}.`],
      attacks: ANSWERS,
      casesOf: ({ length }) => length,
      send: async (payloads) => {
        writes(payloads.join('\n\n'));
        const { turn, streamed } = await system.ask(question);
        const completion = await openai.chat.completions.create(body);
        let chunks = '';
        for await (const chunk of await openai.chat.completions.create({ ...body, stream: true }))
          chunks += chunk.choices[0]?.delta.content ?? '';
        const asked = { question, pipeline: 'canary' };
        const { structuredContent } = await mcp.callTool({ name: 'ask', arguments: asked });
        const message = completion.choices[0]?.message;
        return {
          ...{ english: turn.answer?.english, streamed, links: message?.annotations ?? [] },
          shown: [
            ...[turn.answer?.text, turn.answer?.english, streamed, message?.content, chunks],
            (structuredContent as { readonly answer: string }).answer,
          ].map((text) => text ?? ''),
        };
      },
      reached: ({ shown }) => shown.length === 6 && !shown.some((text) => !text.includes(EVIL)),
      judge: ({ shown, english, streamed, links }) => {
        for (const text of atLeastOne(shown)) {
          expect(text).toContain('As told [1]');
          expect(text).toContain(EVIL);
          expect(active(text)).toEqual([]);
        }
        expect(streamed).toBe(english);
        // Links are citations, and lead here.
        for (const { url_citation } of atLeastOne(links, 'links'))
          expect(url_citation.url).toMatch(system.gateway.url);
      },
    });
    await mcp.close();
    family.counted();
  });

  it('is text in what is quoted where there is no usable answer', async () => {
    for (let n = 0; n < EXFILTRATIONS.length; n += 10) {
      system.model.play((request) => (plans(request) ? `[BM25:] zebra${n}` : 'no marker'));
      const { turn } = await system.ask(`What is zebra${n} about?`);
      expect(turn.answer?.text).toContain('No complete answer was reached');
      expect(active(turn.answer?.text ?? '')).toEqual([]);
    }
  });
});

describeInBrowser('T3: in a browser', (browser) => {
  let console: ConsoleUnderTest;
  beforeAll(async () => {
    console = await startConsole();
  });
  afterAll(() => console.close());

  it('neither the console nor a program that shows Markdown fetches, opens or runs anything', async () => {
    console.model.play((request) =>
      request.system.includes('[BM25:]')
        ? '[BM25:] invoice'
        : request.system.startsWith('You check single sentences')
          ? '{"claims": [{"n": 1, "status": "supported", "why": "so"}]}'
          : `[Answer:] ${EXFILTRATIONS.join('\n\n')}\n\nThe end [1].`,
    );
    const page = await browser.page();
    const elsewhere: string[] = [];
    await page.route('**/*', async (route) => {
      if (route.request().url().startsWith(console.url)) return route.continue();
      elsewhere.push(route.request().url());
      return route.abort();
    });
    page.on('dialog', (dialog) => {
      elsewhere.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.goto(`${console.url}/ask`);
    await page.getByRole('textbox').fill('Is this unsafe?');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/turns\/t\w+$/);
    await page.getByRole('region', { name: 'Sources' }).last().waitFor();
    const answer = page.getByRole('region', { name: 'Answer' });
    expect(
      await answer.locator('a, img, script, iframe, object, embed, form, style, svg:not(.icon)').count(),
    ).toBe(0);
    const id = /t\w+$/.exec(page.url())?.[0] ?? '';
    const turn = (await (await fetch(`${console.url}/v1/turns/${id}`)).json()) as {
      answer: { text: string };
    };
    const chat = await browser.page();
    await chat.route('**/*', async (route) => {
      elsewhere.push(route.request().url());
      return route.abort();
    });
    // What a chat program without a policy would make of the same answer, and of the payloads as they were.
    for (const reader of READERS) await chat.setContent(reader.render(turn.answer.text));
    expect(await chat.locator('a, img, script, iframe, object, embed, form, style, svg').count()).toBe(0);
    expect(elsewhere).toEqual([]);
  });
});
