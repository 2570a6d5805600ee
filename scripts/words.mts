/**
 * The English of documentation and sources: `node scripts/words.mts` finds phrases that a reader would have to
 * translate back, and lines of Markdown and of comments that are too long. It prints `FILE:LINE: 'PHRASE': write …`.
 *
 * @example
 * node scripts/words.mts FOLDER 'docs/*.md' 'src/*.ts'   # other files: comments and strings of sources
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './root.mts';

/** The files to check: of sources, comments and strings. Files whose prompts quote a phrase are left out. */
const FILES: readonly string[] = [
  'README.md',
  'CHANGELOG.md',
  'docs/**/*.md',
  'deploy/README.md',
  'pipelines/*/README.md',
  'apps/cli/src/**/!(demo|judge|render-figures.spec).ts',
  'apps/console/src/**/*.{ts,tsx}',
  'apps/graph-expander/src/**/*.ts',
  'apps/history-summarizer/src/**/*.ts',
  'apps/indexer/src/**/*.ts',
  'apps/loop-guard/src/**/!(loop-guard.action.spec).ts',
  'apps/router/src/**/*.ts',
  'libs/application/src/**/*.ts',
  'libs/client/src/*.ts',
  'libs/engine/src/**/*.ts',
  'libs/pipeline/src/**/*.ts',
  'scripts/!(words).mts',
  'libs/arithmetic/src/**/*.ts',
  'libs/chat-model/src/**/*.ts',
  'libs/connections/src/**/*.ts',
  'libs/documents/src/**/!(*.spec).ts', // specs quote prose
  'libs/elasticsearch/src/**/*.ts',
  'libs/embedder/src/**/*.ts',
  'libs/evaluation/src/**/*.ts',
  'libs/git/src/**/*.ts',
  'libs/golden-store/src/**/*.ts',
  'libs/graph-store/src/**/*.ts',
  'libs/history-store/src/**/*.ts',
  'libs/indexing/src/**/!(*.spec|prompt).ts', // specs quote prose; the prompt is part of a cache key
  'libs/lease/src/**/*.ts',
  'libs/ops/src/**/*.ts',
  'libs/platform/src/**/*.ts',
  'libs/record-store/src/**/*.ts',
  'libs/repositories/src/**/*.ts',
  'libs/search-index/src/**/*.ts',
  'libs/secrets/src/**/*.ts',
  'libs/session-cache/src/**/*.ts',
  'libs/sqlite/src/**/*.ts',
  'libs/turn-archive/src/**/*.ts',
];

/** The longest line of prose in Markdown. Code, tables and what cannot be wrapped may be longer. */
const MAX_LENGTH = 120;

/** A discouraged phrase, and what to write instead. A space in a phrase also matches a line break. */
const WORDS: readonly (readonly [phrase: string, write: string])[] = [
  ['for people', 'human-readable, or a display name'],
  ['who(?:so)?ever', 'the caller, the user, anyone who'],
  ['(?:some|no)body', 'someone, no one; better the caller, a client, another process'],
  ['anew', 'again, or re-: rebuild, reindex'],
  ['once more|over again', 'again'],
  ['(?:is|are|was|were|be|been) told', 'receives, is notified, sees'],
  ['tells? of|told of', 'reports, notifies'],
  ['is no matter', 'is ignored, or does not matter'],
  ['of which', 'whose, or a new sentence'],
  [
    '(?:what|which) (?:became|becomes|has become) of|becomes? of',
    'the result of, the status of, how … is handled',
  ],
  ['where (?:it|they) stands?', 'its location, its position'],
  ['how (?:it|they|the [\\w-]+(?: of [\\w ]{1,30})?) stands?', 'the status of'],
  [
    'stands? (?:in|on|at|there|behind|beside|where|anywhere|nowhere|between|under|below|above)',
    'is in, is at, follows',
  ],
  ['looks? (?:whether|where|what|which)', 'check whether, find where'],
  ['takes? over an index', 'imports an index'],
  ['from nothing', 'from scratch'],
  ['(?:to|not|cannot|can) be had', 'is available, is unavailable'],
  ['a wish (?:to|for)', 'a request to, a job'],
  ['(?:is|are|was|were) none', 'a plain negation: is not, does not exist'],
  ['(?<!there )(?:is|are|was|were) no (?!longer\\b|more than\\b)', 'is not a, is not part of'],
  [
    '(?:go|goes|going|went|gone) on(?= (?:with|without|as|from|after|at|until|up|for|where|then|and)\\b|[.,;:)])',
    'continues, resumes',
  ],
  ['held? against', 'checked against, compared with'],
  ['holds? good', 'applies, is valid'],
  ['does not hold|do not hold', 'is invalid, does not apply'],
  ['lets? (?:\\w+ )?in', 'accepts, admits'],
  ['mend(?:s|ed|ing)?', 'fix, repair'],
  ['beside', 'next to, in addition to, together with'],
  ['comes? again', 'reconnects, returns'],
  ['(?:is|are) to be(?! (?:or not)\\b)', 'must be, should be, will be'],
  ['for want of', 'without'],
  ['one an? (?:line|hop|turn|pass|service|tenant|key|file|snapshot|thread|gateway|process)', 'one per …'],
  ['processor time', 'CPU time'],
  ['time-outs?', 'timeout'],
  ['by whatever', 'by any, however'],
  ['for ever', 'forever'],
  ['with whatever', 'with any'],
];

interface Finding {
  readonly file: string;
  readonly line: number;
  readonly what: string;
}

/** The text with everything but prose blanked, so that every offset stays what it was. */
function proseOf(file: string, text: string): string {
  return file.endsWith('.md') ? markdownProse(text) : commentsAndStrings(text);
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

const FENCED = /^( *)(`{3,})[^\n]*\n[^]*?^ *\2 *$/gm;

/** Without fenced code, code in back-ticks and the targets of links. */
function markdownProse(text: string): string {
  return text
    .replace(FENCED, blank)
    .replace(/(`+)(?!`)(?:(?!\n\n)[^])*?(?<!`)\1(?!`)/g, blank)
    .replace(/\]\([^)\s]+\)/g, blank);
}

function commentsAndStrings(source: string): string {
  let prose = '';
  let end = 0;
  const pieces = /\/\*[^]*?\*\/|(?<!:)\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;
  for (const { 0: piece, index } of source.matchAll(pieces)) {
    prose += blank(source.slice(end, index)) + piece;
    end = index + piece.length;
  }
  return prose + blank(source.slice(end));
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

const PATTERNS = WORDS.map(([phrase, write]) => ({
  pattern: new RegExp(
    `(?<![\\w-])(?:${phrase.replaceAll(' ', '\\s+(?:(?:\\*|//|>)\\s+)?')})(?![\\w-])`,
    'gi',
  ),
  write,
}));

function phrasesIn(file: string, text: string): readonly Finding[] {
  const prose = proseOf(file, text);
  return PATTERNS.flatMap(({ pattern, write }) =>
    [...prose.matchAll(pattern)].map(({ 0: found, index }) => ({
      file,
      line: lineAt(prose, index),
      what: `'${found.replace(/\s+/g, ' ').trim()}': write ${write}`,
    })),
  );
}

/** Long lines of prose that can be wrapped: they have a space before the limit, outside of code. */
function longLinesIn(file: string, text: string): readonly Finding[] {
  return file.endsWith('.md') ? longMarkdown(file, text) : longComments(file, text);
}

/** Long lines of comments that stand alone on their lines. */
function longComments(file: string, text: string): readonly Finding[] {
  return text.split('\n').flatMap((line, index) => {
    const length = [...line.trimEnd()].length;
    const prose = /^\s*(?:\/\*\*?|\*|\/\/)\s+(.*)/.exec(line.slice(0, MAX_LENGTH))?.[1] ?? '';
    return length > MAX_LENGTH && /\S\s/.test(prose) ? [tooLong(file, index, length)] : [];
  });
}

function tooLong(file: string, index: number, length: number): Finding {
  return { file, line: index + 1, what: `${length} characters: wrap at ${MAX_LENGTH}` };
}

function longMarkdown(file: string, text: string): readonly Finding[] {
  const lines = text.replace(FENCED, blank).split('\n');
  return lines.flatMap((line, index) => {
    const length = [...line.trimEnd()].length;
    const before = line
      .slice(0, MAX_LENGTH)
      .replace(/`[^`]*(?:`|$)/g, (code) => '_'.repeat(code.length))
      .replace(/^\s*(?:(?:[-*>]|\d+\.)\s+)*/, '');
    const prose = !/^(?:\||#|\s*$)/.test(line);
    return prose && length > MAX_LENGTH && /\S\s/.test(before) ? [tooLong(file, index, length)] : [];
  });
}

function main([folder = ROOT, ...globs]: readonly string[]): number {
  const files = globSync(globs.length > 0 ? globs : FILES, { cwd: folder }).toSorted();
  const findings = files.flatMap((file) => {
    const text = readFileSync(path.join(folder, file), 'utf8');
    return [...phrasesIn(file, text), ...longLinesIn(file, text)].toSorted((a, b) => a.line - b.line);
  });
  for (const { file, line, what } of findings) process.stdout.write(`${file}:${line}: ${what}\n`);
  if (files.length === 0) process.stdout.write(`no file to check in ${folder}\n`);
  return findings.length === 0 && files.length > 0 ? 0 : 1;
}

process.exitCode = main(process.argv.slice(2));
