import fc from 'fast-check';
import { askedAbout } from './asked-about';

describe('askedAbout', () => {
  it.each([
    ['What is a LazyFile?', 'LazyFile'],
    ['what is the type `Retry` for?', 'Retry'],
    ['Explain make_pass_decorator.', 'make_pass_decorator'],
    ['What does get_text_stream() do?', 'get_text_stream'],
    ['Where is the class `RetryPolicy` defined?', 'RetryPolicy'],
    ['What does the documentation say about log rotation?', 'log rotation'],
    ['What is Active Help?', 'Active Help'],
    ['Where is the default help flag defined?', 'help flag'],
    ['Where is the class CrawlerProcess defined and what does it do?', 'CrawlerProcess'],
  ])('%j asks for a definition', (question, subject) => {
    expect(askedAbout(question)).toEqual({ kind: 'definition', subject });
  });

  it.each<[string, string, string | null]>([
    ['What is the default of max_content_width?', 'max_content_width', null],
    ['What is the default value of allow_args in MultiCommand?', 'allow_args', 'MultiCommand'],
    ['What is the default width of the progressbar?', 'width', 'the progressbar'],
    ['What does `retries` default to?', 'retries', null],
    ['Where is the default of help_names set?', 'help_names', null],
    ['Where is EnablePrefixMatching configured?', 'EnablePrefixMatching', null],
    ['Where is the chunk_size of FileResponse set?', 'chunk_size', 'FileResponse'],
    ['How is the timeout configured?', 'timeout', null],
    ['How long is the close timeout?', 'close timeout', null],
    ['What is the close timeout of a WebSocket?', 'close timeout', 'a WebSocket'],
    ['How large is the write buffer size?', 'write buffer size', null],
    ['What is the maximum number of retries?', 'maximum retries', null],
    ['What is the maximum number of retries by default?', 'maximum retries', null],
    ['What is the default number of replicas of a group?', 'replicas', 'a group'],
    ['What is the max payload size?', 'max payload size', null],
    ['How long is the default backoff maximum?', 'backoff maximum', null],
    ['What is the default backoff factor of Retry?', 'backoff factor', 'Retry'],
    ['What is max_retries by default?', 'max_retries', null],
    ['Where is DOWNLOAD_TIMEOUT configured, and what is its default?', 'DOWNLOAD_TIMEOUT', null],
  ])('%j asks for a setting', (question, subject, of) => {
    expect(askedAbout(question)).toEqual({ kind: 'setting', subject, ...(of ? { of } : {}) });
  });

  it.each([
    'Why does LazyFile open late?',
    'What happens if the timeout expires?',
    'What is it?',
    'What is the name of the file that the last run of the indexer has written?',
    'Who calls send?',
    'How long is a frame header?',
    'How long is the Nile?',
    'How many retries are made?',
  ])('%j has none of the forms', (question) => {
    expect(askedAbout(question)).toBeNull();
  });

  it('takes any text without hanging', () => {
    fc.assert(fc.property(fc.string({ maxLength: 400 }), (text) => void askedAbout(`What is ${text}?`)));
    expect(askedAbout(`What is the ${'default of '.repeat(5_000)}x?`)).toBeNull();
  });
});
