import { loadReaders } from '@quarry/indexing';
import { inert, PROTOCOLS } from '@quarry/protocol';
import { analyze } from '@quarry/search-index';
import {
  citationMarks,
  countTokens,
  normalizeQuery,
  redact,
  removeUnknownCitations,
  specificNames,
  truncateToTokens,
} from '@quarry/turn';
import { sampleOf } from '../sample';
import { cpuTimer } from './cpu-time';

/** Length of the texts. What is read in linear time takes milliseconds for it, what is quadratic many seconds. */
const LENGTH = 100_000;
/** In CPU time, because a shared machine is slow: quadratic work takes minutes. */
const MAX_MS = 15_000;

jest.setTimeout(300_000);

/** Pieces that, repeated, make readers nest, search ahead or try again. */
const PIECES = [
  'a',
  'aB',
  '0',
  ' ',
  '\t',
  '\n',
  '\r',
  '!',
  '.',
  'a.',
  'a::',
  'a, ',
  'in ',
  '"',
  "'",
  '`',
  '``` \n',
  '(',
  '[',
  '{',
  '<',
  ')',
  ']',
  '}',
  '[1',
  '[1] ',
  '[1,',
  '[[',
  '[[1],',
  '[1-3] ',
  '【1†',
  '【9】',
  '(source 1, ',
  '[^1] ',
  '[Answer:] ',
  '/*',
  '*/',
  '--',
  '//',
  '#',
  '$a',
  '${',
  '\\',
  'a(',
  'a<',
  'GO\t',
  'GO\n',
  'SELECT(',
  'FROM a,',
  'BEGIN ',
  'if(a){',
  'class A{',
  'def a:\n ',
  '\ufffd',
  '\u202e',
  '\u0301',
  '質',
  '👩‍💻',
  '\ud800',
  '\u0000',
];
const TEXTS = PIECES.flatMap((piece) => {
  const body = piece.repeat(Math.ceil(LENGTH / piece.length));
  return [
    [piece, body],
    [`${piece} … then another end`, `${body}\u0001x`],
  ] as const;
});

/** Readings of a text that took too long or threw, by name. */
function failures(read: (text: string) => unknown): readonly string[] {
  return sampleOf(TEXTS).flatMap(([name, text]) => {
    const elapsed = cpuTimer();
    try {
      read(text);
    } catch (error) {
      return [`${JSON.stringify(name)}: ${String(error)}`];
    }
    const ms = elapsed();
    return ms > MAX_MS ? [`${JSON.stringify(name)}: ${Math.round(ms)} ms`] : [];
  });
}

describe('hostile texts of 100 KB', () => {
  it.each<readonly [string, (text: string) => unknown]>([
    ['the canonical form of a query', normalizeQuery],
    ['names in a request', specificNames],
    ['citations in an answer', citationMarks],
    ['unknown citations in an answer', (text) => removeUnknownCitations(text, new Set([2]))],
    ['an answer made inert', inert],
    ['words of a query', analyze],
    ['messages of a server', (text) => redact(text, 'canary')],
    ['tokens', countTokens],
    ['a start of some tokens', (text) => truncateToTokens(text, 1_000)],
    ...PROTOCOLS.map(
      ({ name, parse }) => [`a reply in the protocol '${name}'`, (text: string) => parse(text)] as const,
    ),
    ['a request for data', (text) => PROTOCOLS.map(({ parse }) => parse(`[Requesting data on:] ${text}`))],
    ['a query of the router', (text) => PROTOCOLS.map(({ parse }) => parse(`[BM25:] ${text}`))],
    [
      'a reply that streams',
      (text) =>
        PROTOCOLS.map(({ openGate }) => {
          const gate = openGate();
          for (let at = 0; at < text.length; at += 7) gate.push(text.slice(at, at + 7));
          return gate.end();
        }),
    ],
  ])('%s', (_name, read) => {
    expect(failures(read)).toEqual([]);
  });

  it('SQL scripts', async () => {
    const { extractFor, link } = await loadReaders();
    const extract = extractFor('a.sql');
    expect(failures((text) => extract && link.all([extract('a.sql', text)]))).toEqual([]);
  });
});
