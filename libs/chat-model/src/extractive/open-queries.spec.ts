import { judge } from './judgement';
import { evidence, inputs } from './testing/evidence';

const passage = (n: number, title: string, text: string) =>
  evidence(n, 'corpus.jsonl', text, { id: `d${n}`, title, document: `d${n}`, language: 'text' });
const BOYLE = passage(1, 'Billy Boyle', 'Billy Boyle is a film composer. He was born in Dublin.');
const PSYCHOLOGIST = passage(
  2,
  'Andrew J. Elliot',
  'Andrew J. Elliot was born in Ohio. He is no composer of film.',
);
const FILM = passage(3, 'Billy Elliot', 'Billy Elliot is a film of 2000. Its composer is Stephen Warbeck.');
const WARBECK = passage(
  4,
  'Stephen Warbeck',
  'Stephen Warbeck is an English composer. He was born in Southampton.',
);
const ASKED = 'Where was the composer of film Billy Elliot born?';
const followUps = (all: readonly ReturnType<typeof passage>[], queries = [ASKED]) =>
  judge(inputs({ question: ASKED, evidence: all, queries })).followUps;

describe('a question about a name of several words', () => {
  it('is not answered by passages in which the words stand apart: the name is searched for', () => {
    expect(followUps([BOYLE, PSYCHOLOGIST])[0]).toBe('Billy Elliot');
  });

  it('does not search for the name twice', () => {
    expect(followUps([BOYLE, PSYCHOLOGIST], [ASKED, 'Billy Elliot'])).not.toContain('Billy Elliot');
  });

  it('continues from the name to what is asked for, and ends there', () => {
    expect(followUps([FILM])[0]).toMatch(/^Stephen Warbeck .*born/);
    expect(followUps([FILM, WARBECK])).toEqual([]);
  });

  it('looks for what is asked about a name once, with the words that are missing', () => {
    const question = 'How many people live in Tromsdal?';
    const town = passage(5, 'Tromsdal', 'Tromsdal is a town. Its church is made of wood.');
    const after = (queries: readonly string[]) =>
      judge(inputs({ question, evidence: [town], queries })).followUps;
    expect(after([question])).toContain('Tromsdal people live');
    expect(after([question, 'Tromsdal people live'])).not.toContain('Tromsdal people live');
  });
});

describe('a question about the pages of a folder', () => {
  const page = evidence(1, 'docs/films.md', 'Billy Elliot is a film. Its composer is Stephen Warbeck.', {
    title: 'Billy Elliot',
    language: 'markdown',
  });
  const bridges = (item: typeof page, pass: number) =>
    judge(inputs({ question: ASKED, evidence: [item], queries: [ASKED], pass })).followUps;

  it('follows what the first pass found, and nothing after it', () => {
    expect(bridges(page, 1)[0]).toMatch(/^Stephen Warbeck .*born/);
    expect(bridges(page, 2)).not.toContainEqual(expect.stringMatching(/^Stephen Warbeck/));
    expect(bridges({ ...page, document: 'd1' }, 2)[0]).toMatch(/^Stephen Warbeck .*born/);
  });
});
