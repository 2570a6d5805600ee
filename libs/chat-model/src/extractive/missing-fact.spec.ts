import { answerReply } from './answer.task';
import { missingFactOf } from './missing-fact';
import { readEvidence } from './relevance';
import { evidence, inputs } from './testing/evidence';

const passage = (n: number, title: string, text: string) =>
  evidence(n, 'corpus.jsonl', text, { id: `d${n}`, title, document: `d${n}`, language: 'text' });
const SINGER = passage(
  1,
  'Edda Varn',
  'Edda Varn (born 12 May 1931) is a Norwegian singer. She toured Denmark.',
);
const TOWN = passage(2, 'Tromsdal', 'Tromsdal is a town near Bodø. Its church is made of wood.');
const WRITER = passage(3, 'Ole Brandt', 'Ole Brandt (1880 – 1941) was a writer whose plays are forgotten.');
const SOUP = passage(4, 'Varn Soup', 'Varn Soup is a soup of Edda County.');
const FILM = passage(
  5,
  'Harbour Nights',
  'Harbour Nights is a 1931 film with Edda Varn, followed by Harbour Days.',
);
const OTHER_FILM = passage(6, 'Harbour Days', 'Harbour Days is a film directed by Ole Brandt in Bodø.');
const EARL = passage(7, 'Ole Brandt, 3rd Earl of Bodø', 'Ole Brandt, 3rd Earl of Bodø, was a soldier.');
const PLAYER = passage(8, 'Kari Lund', 'Kari Lund is a guitarist who was taught by Sunniva Dahl.');
const COVERAGE = { chunks: 2_000, together: 0.8, terms: 3, absent: [], minAnswerable: 0.6 };

function missing(question: string, coverage = COVERAGE): string | undefined {
  const all = [SINGER, TOWN, WRITER, SOUP, FILM, OTHER_FILM, EARL, PLAYER];
  return missingFactOf(inputs({ question, evidence: all, coverage }), readEvidence(question, all));
}

describe('missingFactOf', () => {
  it.each([
    'How many people live in Tromsdal?',
    'Who was Edda Varn married to?',
    'When did Edda Varn die?',
    'How tall is Edda Varn?',
    'Who is the mayor of Tromsdal?',
    'Which river flows through Tromsdal?',
  ])('%s is about a subject that is there, and is not answered', (question) => {
    expect(missing(question)).toMatch(
      /^The passages about “(?:Tromsdal|Edda Varn)” do not say this: none contains “/,
    );
  });

  it.each([
    ['When was Edda Varn born?', 'the date is there'],
    ['When did Ole Brandt die?', 'years after a name are those of a life'],
    ['What do critics say about Edda Varn?', 'no kind of thing is asked for'],
    ['Who wrote the plays that the town near the old harbour of Tromsdal forgot?', 'several facts'],
    ['Who plays the guitar for Kari Lund?', 'a longer form of the word'],
    ['Who was the teacher of Kari Lund?', 'another word of the relation'],
    ['Where is it?', 'no name'],
  ])('%s may be answered: %s', (question) => {
    expect(missing(question)).toBeUndefined();
  });

  it('a relation that only passages without the name have is not stated about the name', () => {
    expect(missing('Who directed the film Harbour Nights?')).toMatch(/“Harbour Nights” do not say this/);
    expect(missing('Who was the director of Harbour Days?')).toBeUndefined();
  });

  it('names that are one title are one subject', () => {
    expect(missing('Which university did Ole Brandt, 3rd Earl of Bodø attend?')).toMatch(/do not say this/);
  });

  it('a question for two relations may be answered by a passage without its name', () => {
    expect(missing('Who directed the film in which the singer of Tromsdal appeared?')).toBeUndefined();
  });

  it('says nothing over code, which states facts in other words', () => {
    const question = 'When is the Authorization header dropped?';
    const code = {
      ...passage(1, 'auth', 'def strip(Authorization): return host'),
      path: 'auth.py',
      language: 'python',
    };
    const { document: _document, ...evidence } = code;
    const asked = inputs({ question, evidence: [evidence], coverage: COVERAGE });
    expect(missingFactOf(asked, readEvidence(question, [evidence]))).toBeUndefined();
  });

  it('says nothing if every passage counts', () => {
    expect(missing('How tall is Edda Varn?', { ...COVERAGE, minAnswerable: 0 })).toBeUndefined();
  });
});

describe('an estimate that the index is too far from the question', () => {
  const FAR = {
    ...COVERAGE,
    terms: 6,
    together: 0.5,
    nearest: { cosine: 0.3, embedder: 'minilm-l6-v2-q@1' },
  };
  const reply = (question: string) =>
    answerReply(inputs({ question, evidence: [SINGER, TOWN, WRITER], coverage: FAR }), 500);

  it('does not count where the passages about the name state what is asked', () => {
    expect(reply('When was Edda Varn born?')).toContain('12 May 1931');
  });

  it('a passage whose title is the name is relevant, even if it shares no other word', () => {
    const town = passage(1, 'The Tromsdal (town)', 'The Tromsdal has 400 inhabitants.');
    const reading = readEvidence('What is the population of Tromsdal?', [town, SINGER]);
    expect(reading.items.map(({ evidence: { n } }) => n)).toEqual([1]);
  });

  it('counts where they state a part of it', () => {
    expect(reply('When was Edda Varn born and honoured?')).not.toContain('12 May 1931');
  });
});
