import { properNames } from './proper-names';

const namesIn = (question: string): string[] =>
  properNames(question).map(({ text, kind }) => `${text} ${kind}`);

describe('properNames', () => {
  it.each([
    ['Does starlette support HTTP/3?', ['HTTP/3 term']],
    ['How are YAML files and PDFs read?', ['YAML term', 'PDF term']],
    ['Is TLS 1.3 used?', ['TLS 1.3 term']],
    ['What is the default of max_retry_count?', ['max_retry_count code']],
    ['What is IDerivation?', ['IDerivation code']],
    ['Does `publish` call "Order placed"?', ['publish code', 'Order placed code']],
    ['How does the client talk to Redis?', ['Redis word']],
    ['How are results uploaded to S3?', ['S3 term']],
    ['Does it export traces to OpenTelemetry?', ['OpenTelemetry code']],
  ])('%j', (question, expected) => {
    expect(namesIn(question)).toEqual(expected);
  });

  it.each([
    'How are misspelled options suggested?',
    'Where is the quickest route chosen?',
    'What happens on Ctrl-C in January?',
    'Redis?',
    'What was the revenue in Q3 and H1?',
    'It fails. Retries follow.',
    'How Does The Router Redirect A Path?',
  ])('%j has no name, only ordinary words', (question) => {
    expect(namesIn(question)).toEqual([]);
  });

  it('names a part of a name once, and six names at most', () => {
    expect(namesIn('Is HttpClient the `HttpClient.send` of HttpClient?')).toEqual(['HttpClient.send code']);
    expect(namesIn('a_b c_d e_f g_h i_j k_l m_n o_p')).toHaveLength(6);
  });
});
