import { countTokens } from '@quarry/turn';
import { Bench, cite, type Started } from './bench';

/** 003 §2.2 and §8: the rolling summary over a long conversation, and what is persisted of each turn. */
describe('a long conversation', () => {
  let bench: Bench;
  let services: Started;
  beforeAll(async () => {
    bench = await Bench.open();
    services = await bench.start('{max_history_tokens: 120}');
  });
  afterAll(async () => {
    await services.close();
    await bench.close();
  });

  it('is summarised again and again: summary and newest turns only, version and pointer grow, nothing is persisted twice', async () => {
    const seen: { readonly version: number; readonly upTo: number }[] = [];
    const ids: string[] = [];
    for (let nth = 1; nth <= 14; nth += 1) {
      const { turn, asked } = await services.ask(
        `Question ${nth}: which notifier sends fact-${nth}?`,
        {
          router: '[BM25:] notifier',
          answer: (request) =>
            `[Answer:] fact-${nth} is sent here ${cite(request, 'Notifier')}. ${'It is so. '.repeat(6)}`,
          summarize: () => `summary-before-${nth}`,
        },
        { session: 'long' },
      );
      ids.push(turn.id);
      const { rows, summary } = await bench.history('long');
      expect(rows.map((row) => row.turnId)).toEqual(ids);
      expect(countTokens(turn.history.forPrompt)).toBeLessThanOrEqual(120);

      const summarizing = asked('You summarise a conversation');
      expect(summarizing.length).toBeLessThanOrEqual(1);
      const [request] = summarizing;
      const former = seen.at(-1);
      if (request) {
        expect(request.last).toContain(`Question ${nth}:`);
        // The former summary and the turns after its pointer, and not one that it covers.
        if (former) expect(request.last).toContain('summary-before-');
        for (let past = 1; past < nth; past += 1)
          expect(request.last.includes(`fact-${past} is sent`)).toBe(past > (former?.upTo ?? 0));
        expect(summary).toEqual({
          text: `summary-before-${nth}`,
          version: (former?.version ?? 0) + 1,
          upTo: nth - 1,
        });
        if (summary) seen.push(summary);
        expect(asked('You plan the search')[0]?.last).toContain(`summary-before-${nth}`);
      } else {
        expect(summary?.version ?? 0).toBe(former?.version ?? 0);
        const prompt = asked('You answer questions about a code base')[0]?.last ?? '';
        for (let past = 1; past < nth; past += 1)
          expect(prompt.includes(`fact-${past} is sent`)).toBe(past > (former?.upTo ?? 0));
      }
    }
    expect(seen.length).toBeGreaterThanOrEqual(3);
  });

  it('§6.1: the conversation is in every prompt that asks for an answer, the last one after a stop included', async () => {
    const ask = (question: string, answer: string) =>
      services.ask(
        question,
        { router: '[BM25:] notifier', answer, finally: '[Answer:] So [1].' },
        { session: 'stopped' },
      );
    await ask('Which notifiers are there?', '[Answer:] marker-of-the-first-answer [1].');
    const { turn, asked } = await ask('Which of them sends faxes?', '[Requesting data on:] FaxNotifier');
    expect(turn.stop).not.toBeNull();
    for (const prompt of ['You plan the search', 'You answer questions about a code base']) {
      expect(asked(prompt).length).toBeGreaterThan(0);
      for (const request of asked(prompt)) expect(request.last).toContain('marker-of-the-first-answer');
    }
    expect(asked('No more data can be requested')).toHaveLength(1);
  });

  it('§8: keeps raw and English question, English and translated answer', async () => {
    const { turn } = await services.ask(
      'Jakie są powiadomienia?',
      {
        translate: ['Which notifiers are there?', 'Poczta [1].'],
        router: '[BM25:] notifier',
        answer: '[Answer:] E-mail [1].',
      },
      { session: 'polish', isEnglish: false },
    );
    const { rows } = await bench.history('polish');
    expect(rows).toMatchObject([
      {
        seq: 1,
        turnId: turn.id,
        question: {
          original: 'Jakie są powiadomienia?',
          english: 'Which notifiers are there?',
          isEnglish: false,
        },
        answerEnglish: 'E-mail [1].',
        answerText: 'Poczta [1].',
      },
    ]);
  });
});
