import { aTurn } from '@quarry/engine/testing';
import type { Turn } from '@quarry/turn';
import { followUpOf, relationOfRequest, subjectShares, wordShares } from './follow-up';

const ABOUT_TIMEOUTS = 'What does the Timeout class hold?';

function following(question: string, standalone?: string, before = ABOUT_TIMEOUTS): Turn {
  return aTurn({
    question: {
      original: question,
      isEnglish: true,
      english: question,
      ...(standalone === undefined ? {} : { standalone }),
    },
    history: { summary: null, recent: [{ question: before, answer: '…' }], lastSeq: 1, forPrompt: '…' },
  });
}

describe('how a question relates to the conversation', () => {
  it.each([
    ['What about its defaults?', "What about Timeout's defaults?", ['defaults'], ['Timeout'], true],
    [
      'Where is that class used?',
      'Where is URLPattern used by the client?',
      [],
      ['URLPattern', 'client'],
      true,
    ],
    ['And for zsh?', 'How does completion work for bash (zsh)?', ['zsh'], ['completion', 'bash'], false],
    ['And the same?', 'Does Timeout hold seconds?', [], ['Timeout', 'hold', 'seconds'], true],
  ])('%s', (question, standalone, own, subject, refers) => {
    expect(followUpOf(following(question, standalone))).toMatchObject({ own, subject, refers });
  });

  it('takes the subject from the question before if one that starts with "and" was not rewritten', () => {
    const relation = followUpOf(following('And which OIDC providers does it support?'));
    expect(relation).toMatchObject({
      own: ['OIDC', 'providers', 'support'],
      subject: ['Timeout', 'hold'],
      refers: true,
    });
  });

  it('finds no subject elsewhere for a question that is complete', () => {
    const other = followUpOf(following('How are brotli responses decompressed?'));
    expect(other).toMatchObject({ subject: [], refers: false, continues: false });
    expect(followUpOf(following('Which Timeout is the default?')).continues).toBe(true);
    expect(followUpOf(aTurn()).continues).toBe(true);
  });

  it('lets a request speak for itself, in a conversation that goes on or not', () => {
    const goesOn = relationOfRequest(following('What about its defaults?', "What about Timeout's defaults?"));
    expect(goesOn).toMatchObject({ subject: [], refers: false, continues: true });
    expect(relationOfRequest(following('How are brotli responses decompressed?')).continues).toBe(false);
  });
});

describe('how far a piece is about words', () => {
  const pieces = [
    { path: '_config.py', text: 'class Timeout: seconds to wait' },
    { path: '_auth.py', text: 'class DigestAuth: hold the challenge' },
    { path: '_client.py', text: 'sends a request' },
  ];

  it('counts a name twice, and no word that no piece contains', () => {
    expect(subjectShares(['Timeout', 'hold', 'brotli'], pieces)).toEqual([2 / 3, 1 / 3, 0]);
    expect(wordShares(['Timeout', 'hold', 'brotli'], pieces)).toEqual([2 / 4, 1 / 4, 0]);
  });

  it('finds the parts of a name, in whichever case they are joined', () => {
    const [share] = wordShares(['HTTPTransport'], [{ path: 'a.py', text: 'http_transport = None' }]);
    expect(share).toBe(1);
    expect(wordShares(['HTTPTransport'], [{ path: 'a.py', text: 'transport = None' }])).toEqual([0]);
  });

  it('is 0 for no words', () => {
    expect(wordShares([], pieces)).toEqual([0, 0, 0]);
  });
});
