import type { Evidence } from '../evidence/evidence';
import { openTurn, type Turn } from '../turn/turn';
import { conclusionOf } from './conclusion';
import { foundPlace } from './found-place';

const FILE: Evidence = {
  ...{ id: 'e1', n: 1, pass: 1, kind: 'chunk', path: 'src/file.py', language: 'python' },
  ...{ startLine: 10, endLine: 13, relevance: 0.9, foundBy: 'hybrid', query: 'q' },
  text: '# keeps a file closed\nclass LazyFile:\n    max_width = 80\n    def open(self): return LazyFile()',
};

/** A turn whose answer, by no model, quotes lines of one piece of evidence. */
function quoting(question: string, item: Evidence = FILE, lines: readonly [number, number] = [10, 13]): Turn {
  const opened = openTurn({
    ...{ id: 't1', tenant: 'local', session: 's1', pipeline: 'code@1', question, isEnglish: true },
    ...{ askedAt: 0, deadline: 1_000 },
  });
  const citation = { n: 1, path: item.path, startLine: lines[0], endLine: lines[1], pass: 1 };
  const text = '`src/file.py`, lines 10–13 [1]';
  const answer = {
    english: text,
    text,
    citations: [citation],
    removedCitations: [],
    writtenBy: 'extractive',
  };
  return { ...opened, evidence: [item], answer };
}

describe('the place of a definition or a value', () => {
  it.each([
    ['What is a LazyFile?', 'defines', 11],
    ['What is the default of max_width?', 'sets', 12],
    ['What is the default max_width of a LazyFile?', 'sets', 12],
  ])('%s', (question, does, line) => {
    const turn = quoting(question);
    expect(foundPlace(turn)).toMatchObject({ does, line, path: 'src/file.py', n: 1 });
    expect(conclusionOf(turn)).toMatchObject({
      outcome: 'answered',
      reason: `src/file.py, line ${line}, ${does} it`,
      headline: does === 'defines' ? 'The definition of LazyFile' : 'The value of max_width',
      confidence: { level: 'medium' },
    });
    expect(conclusionOf(turn).code).toBeUndefined();
  });

  it.each<[string, Turn]>([
    ['a line that is not quoted', quoting('What is a LazyFile?', FILE, [12, 13])],
    ['a question about behavior', quoting('How does a LazyFile open?')],
    ['a name in another case', quoting('What is a lazyFile?')],
    [
      'a word that a variable has',
      quoting('What is a file?', { ...FILE, text: 'x = 1\nfor file in files:\n  var file = 2' }),
    ],
    ['another name', quoting('What is an EagerFile?')],
    ['a test', quoting('What is the default of max_width?', { ...FILE, path: 'tests/test_file.py' })],
    [
      'a plain word of another whole',
      quoting(
        'What is the default width of a table?',
        { ...FILE, text: 'class File:\n    width = 80' },
        [10, 11],
      ),
    ],
    ['a page', quoting('What is a LazyFile?', { ...FILE, path: 'docs/file.md', language: 'markdown' })],
    ['a constructor', quoting('What is a LazyFile?', { ...FILE, symbol: 'io.LazyFile.LazyFile' })],
    [
      'an example within a comment',
      quoting('What is the default of max_width?', { ...FILE, text: '/**\n * max_width: 80,\n */' }),
    ],
    [
      'a plain word that is no default',
      quoting('Where is the default level set?', { ...FILE, text: "const child = {\n  level: 'warn',\n}" }),
    ],
    ['several words', quoting('What is the default of max width?')],
  ])('is not found in %s', (_what, turn) => {
    expect(foundPlace(turn)).toBeNull();
    expect(conclusionOf(turn)).toMatchObject({ outcome: 'partial', code: 'passages_only' });
  });

  it('is that of a plain word among defaults', () => {
    const text = "const defaultOptions = {\n  level: 'info',\n}";
    expect(foundPlace(quoting('Where is the default level set?', { ...FILE, text }))).toMatchObject({
      line: 11,
    });
  });

  it('does not hide what was stopped or lacks a store', () => {
    const stop = { rule: 'stuck', reason: 'pass 2 brought nothing new' };
    expect(conclusionOf({ ...quoting('What is a LazyFile?'), stop }).outcome).toBe('partial');
  });
});
