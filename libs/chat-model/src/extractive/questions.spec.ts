import { componentsOf } from './analysis.task';
import { entitiesOf } from './entities';
import { rewriteReply } from './rewrite.task';
import { subQuestionsOf } from './sub-questions';
import { inputs } from './testing/evidence';
import { analysisReply } from './analysis.task';

describe('named entities', () => {
  it.each([
    ['In 1962 Edda Varn moved to New York.', ['Edda Varn', 'New York']],
    [
      'The Journal of Applied Tides is published by Varn & Sons.',
      ['Journal of Applied Tides', 'Varn & Sons'],
    ],
    ['He met Mr. J. W. Alder and St. Ives in March.', ['Mr. J. W. Alder', 'St. Ives']],
    ["“Harbour Lights” and ``Dead Calm'' were hits.", ['Harbour Lights', 'Dead Calm']],
    ["It is Edda Varn's song.", ['Edda Varn']],
    ['Songs sell well. Nothing here is a name.', []],
    ['', []],
  ])('%s', (text, names) => {
    expect(entitiesOf(text).map((entity) => entity.text)).toEqual(names);
  });
});

describe('parts of a question', () => {
  it.each([
    ['Are Edda Varn and Olav Lund both singers?', ['Edda Varn singers', 'Olav Lund singers']],
    ['Which town is older, Tromsdal or Lundby?', ['Tromsdal town older', 'Lundby town older']],
    [
      'Who is the mayor of the town where the singer of Harbour Lights was born?',
      ['singer of Harbour Lights'],
    ],
    [
      'What county shares a border with the county in which Lundby is located?',
      ['county in which Lundby is located'],
    ],
    ["What is the name of the airport in Edda Varn's birthplace?", ['Edda Varn birthplace']],
    [
      'How does PaymentService retry and why does it use a dead letter queue?',
      ['How does PaymentService retry', 'why does it use a dead letter queue PaymentService'],
    ],
    ['What happens when a webhook delivery fails?', []],
    ['Who wrote Salt and Iron?', []],
    ['', []],
  ])('%s', (question, parts) => {
    expect(subQuestionsOf(question)).toEqual(parts);
  });

  it('does not split a name at its conjunction', () => {
    expect(subQuestionsOf('Who published the Review of Tides and Harbours?').join()).not.toMatch(
      /^Harbours/m,
    );
  });
});

describe('analysis', () => {
  const analysis = (question: string) =>
    JSON.parse(analysisReply(inputs({ question }), 500)) as Record<string, unknown>;

  it.each([
    ['What is a dead letter queue?', 'simple'],
    ['Where is deliverWebhook defined?', 'simple'],
    ['How does deliverWebhook retry and why does it give up?', 'complex'],
    ['What is the difference between polling and webhooks?', 'complex'],
    ['How do PaymentService and RefundService share InvoiceStore?', 'complex'],
  ])('%s is %s', (question, complexity) => {
    expect(analysis(question)).toMatchObject({ complexity });
  });

  it.each([
    ['Where was the composer of the film Harbour Lights born?', ['what leads on from Harbour Lights']],
    ['When was Edda Varn born?', []],
    ['How many people live in Tromsdal?', []],
    ['What is a dead letter queue?', []],
  ])('%s leads on to: %j', (question, follow) => {
    expect(analysis(question)).toMatchObject({ complexity: 'simple', potential_follow_ups: follow });
  });

  it('names the subject of the question, and reformulates it without repetition', () => {
    const { key_components, reformulated_queries } = analysis(
      'How does PaymentService use a dead letter queue?',
    );
    expect(key_components).toEqual(['PaymentService', 'dead letter queue']);
    expect(reformulated_queries).toEqual([
      'PaymentService dead letter queue',
      'PaymentService letter queue',
      'PaymentService use a dead letter queue',
    ]);
    expect(componentsOf('Does `a.b.c` call a.b?')).toEqual(['a.b.c']);
  });
});

describe('rewriting follow-ups as standalone questions', () => {
  const code = 'How does deliverWebhook retry?';
  const prose = 'How are invoices paid?';
  it.each([
    ['And where is it called?', code, 'And where is deliverWebhook called?'],
    ['What are its parameters?', code, "What are deliverWebhook's parameters?"],
    ['Which tests cover it?', code, 'Which tests cover deliverWebhook?'],
    ['Does it use InvoiceService?', code, 'Does deliverWebhook use InvoiceService?'],
    ['How does that work?', code, 'How does that work (deliverWebhook retry)?'],
    ['Why?', code, 'Why (deliverWebhook retry)?'],
    ['When was he born?', 'Who directed Harbour Lights?', 'When was he born (directed Harbour Lights)?'],
    ['What about signPayload?', code, 'How does signPayload retry?'],
    ['And for refunds?', prose, 'How are invoices paid (refunds)?'],
    ['Who calls it?', prose, 'Who calls it (invoices paid)?'],
    ['Which HMAC variants does it use?', code, 'Which HMAC variants does deliverWebhook use?'],
    ['What about the retry count?', code, 'How does deliverWebhook retry (the retry count)?'],
    ['What about the defaults?', code, 'How does deliverWebhook retry (the defaults)?'],
    ['And what is the default burst?', prose, 'And what is the default burst (invoices paid)?'],
    ['And its callers?', 'Where is Client.send defined?', 'callers of Client.send?'],
    // The same question about another name, and a member of the subject.
    ['and clean?', 'Who calls Jsoup.parse?', 'Who calls clean?'],
    ['And maxRetries()?', 'Where is retryDelay read?', 'Where is maxRetries read?'],
    ['and refunds?', code, 'How does deliverWebhook retry (refunds)?'],
    [
      'Who calls its maxBodySize?',
      'Where is Connection.Request defined?',
      'Who calls Connection.Request.maxBodySize?',
    ],
  ])('%s', (question, before, standalone) => {
    const history = [{ question: before, answer: '' }];
    expect(rewriteReply(inputs({ question, history }))).toBe(standalone);
  });

  it.each([
    'How are refunds made?',
    'And how are refunds made?',
    'What is the default burst?',
    'And what is the default of RefundQueue?',
    'What is idempotency?',
    'Where is PayInvoice called and what does it return?',
    'How are refunds made and where do they go?',
    'What is the function that parses dates?',
    'Is it possible to pause a webhook?',
    'Is there a notifier for SMS?',
    'Which notifiers are there?',
    'In which file is the cache?',
    'What is this repository about?',
    'Who is Edda Varn?',
    'What about the command line interface?',
    'How does RefundQueue know what it may drop?',
    'How does RefundQueue close its file?',
    'How does RefundQueue read the file given to it?',
  ])('leaves a question with its own subject unchanged: %s', (question) => {
    expect(rewriteReply(inputs({ question, history: [{ question: code, answer: '' }] }))).toBe(question);
  });

  it.each([
    ['It retries three times.', 'What about the dead letters?'],
    ['After that, it is a dead letter.', 'How does deliverWebhook retry (the dead letters)?'],
  ])('takes for an aspect what the answer mentions: %s', (answer, standalone) => {
    const history = [{ question: code, answer }];
    expect(rewriteReply(inputs({ question: 'What about the dead letters?', history }))).toBe(standalone);
  });

  it('keeps the subject through a chain of follow-ups', () => {
    const asked = ['Where is should_skip_entry defined?', 'Who calls it?', 'And what does it call?'];
    const history = asked.map((question) => ({ question, answer: '' }));
    const understood = (question: string) => rewriteReply(inputs({ question, history }));
    expect(understood('which tests cover it?')).toBe('which tests cover should_skip_entry?');
    expect(understood('What about should_ignore?')).toBe('And what does should_ignore call?');
    history.push({ question: 'What about should_ignore?', answer: '' });
    expect(understood('Where is it defined?')).toBe('Where is should_ignore defined?');
  });

  it('keeps the subject where a follow-up named what occurs nowhere', () => {
    const history = [
      { question: 'Who calls parse_line?', answer: '1 caller of `parse_line`' },
      {
        question: 'And parse_lnie?',
        answer: '“parse_lnie” occurs nowhere in what was indexed. The nearest …',
      },
    ];
    const understood = (question: string) => rewriteReply(inputs({ question, history }));
    expect(understood('Which tests cover it?')).toBe('Which tests cover parse_line?');
    expect(understood('and its tests?')).toBe('tests of parse_line?');
    expect(understood('and parse_all?')).toBe('Who calls parse_all?');
    // Nothing else was asked about.
    history.shift();
    history[0] = { question: 'Who calls parse_lnie?', answer: history[0]?.answer ?? '' };
    expect(understood('Which tests cover it?')).toBe('Which tests cover parse_lnie?');
  });

  it('searches the questions before a follow-up for the subject, and invents none', () => {
    const history = [
      { question: code, answer: '' },
      { question: 'Why?', answer: '' },
    ];
    expect(rewriteReply(inputs({ question: 'Where is it called?', history }))).toBe(
      'Where is deliverWebhook called?',
    );
    expect(rewriteReply(inputs({ question: 'Where is it called?' }))).toBe('Where is it called?');
  });
});
