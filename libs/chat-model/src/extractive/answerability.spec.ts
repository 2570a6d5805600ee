import type { IndexCoverage } from '@quarry/turn';
import { answerReply } from './answer.task';
import { answerabilityOf, doubtOf } from './answerability';
import { readEvidence } from './relevance';
import { evidence, inputs } from './testing/evidence';

const MINILM = 'minilm-l6-v2-q@1';
function coverage({
  cosine,
  ...more
}: Partial<IndexCoverage> & { readonly cosine?: number } = {}): IndexCoverage {
  const nearest = cosine === undefined ? {} : { nearest: { cosine, embedder: MINILM } };
  return { chunks: 2_000, ...nearest, together: 0.8, terms: 5, absent: [], ...more };
}
const QUESTION = 'Who leads the observatory in Makrasht?';
/** The setting's default. */
const FLOOR = 0.6;

describe('answerabilityOf', () => {
  it.each<[string, IndexCoverage]>([
    ['a near chunk', coverage({ cosine: 0.6 })],
    ['words alone', coverage()],
    ['one unused word', coverage({ cosine: 0.6, absent: ['leads'] })],
    [
      'a small index that lacks some words',
      coverage({ chunks: 40, cosine: 0.5, together: 0.6, absent: ['leads'] }),
    ],
    ['words that say nothing', coverage({ absent: ['who', 'the'], together: 0.6 })],
  ])('is good with %s', (_what, input) => {
    expect(answerabilityOf(QUESTION, input)).toBeGreaterThan(FLOOR);
  });

  it.each<[string, IndexCoverage]>([
    ['nothing near', coverage({ cosine: 0.25, together: 0.5 })],
    ['a name that the index lacks', coverage({ cosine: 0.45, together: 0.6, absent: ['Makrasht'] })],
    ['that name, by words alone', coverage({ together: 0.6, absent: ['Makrasht'] })],
    [
      'a small index about something else',
      coverage({ chunks: 40, cosine: 0.15, together: 0, absent: ['leads', 'observatory', 'Makrasht'] }),
    ],
  ])('is bad with %s', (_what, input) => {
    expect(answerabilityOf(QUESTION, input)).toBeLessThan(FLOOR);
  });

  it('ignores cosines of models other than MiniLM', () => {
    const far = { nearest: { cosine: 0.1, embedder: 'other@1' } };
    expect(answerabilityOf(QUESTION, { ...coverage(), ...far })).toBe(answerabilityOf(QUESTION, coverage()));
  });

  it('returns a probability for any input', () => {
    const nothing = {
      chunks: 0,
      together: 0,
      terms: 0,
      absent: Array.from({ length: 99 }, (_, at) => `w${at}`),
    };
    for (const question of ['', '?', 'Makrasht']) {
      const likelihood = answerabilityOf(question, nothing);
      expect(likelihood).toBeGreaterThanOrEqual(0);
      expect(likelihood).toBeLessThanOrEqual(1);
    }
  });
});

describe('doubtOf', () => {
  const code = evidence(1, 'src/suggest.py', 'def suggest(name, options):\n    return close(name, options)', {
    ...{ symbol: 'suggest', language: 'python' },
  });
  const question = 'How are similar option names suggested when an option is misspelled?';
  const doubt = (of: Partial<IndexCoverage>, text = question): string | undefined => {
    const known = { ...coverage({ cosine: 0.3, terms: 4, ...of }), minAnswerable: FLOOR };
    const given = inputs({ question: text, evidence: [code], coverage: known });
    return doubtOf(given, readEvidence(text, given.evidence));
  };

  it('does not exist where a passage of a page has every word of the question', () => {
    const asked = 'How do I generate a bcrypt password hash?';
    const known = { ...coverage({ cosine: 0.26, terms: 4, together: 1 }), minAnswerable: FLOOR };
    const doubtWith = (text: string): string | undefined => {
      const given = inputs({ question: asked, evidence: [evidence(1, 'auth.md', text)], coverage: known });
      return doubtOf(given, readEvidence(asked, given.evidence));
    };
    expect(doubtWith('To generate a hash of the password, bcrypt is asked for it.')).toBeUndefined();
    expect(doubtWith('To generate a password, bcrypt is not needed.')).toContain('100 %');
  });

  it('does not exist over code that has all words of the question together but one, which is that of the asker', () => {
    expect(doubt({ absent: ['misspelled'], names: [] })).toBeUndefined();
  });

  it('does not exist over code that has every word of the question somewhere, and most in the best passages', () => {
    expect(doubt({ absent: [], names: [], together: 0.63 })).toBeUndefined();
    expect(doubt({ absent: [], names: [], together: 0.5 })).toContain('the nearest passages contain');
  });

  it.each<[string, Partial<IndexCoverage>]>([
    ['fewer words together', { absent: ['misspelled'], names: [], together: 0.6 }],
    ['two words that occur nowhere', { absent: ['misspelled', 'similar'], names: [] }],
    [
      'a name that occurs nowhere',
      { absent: ['Makrasht'], names: [{ name: 'Makrasht', kind: 'word', occurs: false, near: [] }] },
    ],
  ])('is stated with %s', (_what, of) => {
    expect(doubt(of)).toContain('the nearest passages contain');
  });

  describe('in an answer', () => {
    const reply = (cosine: number, given = code): string => {
      const known = coverage({ cosine, terms: 4, absent: ['misspelled'], names: [], together: 0.6 });
      return answerReply(
        inputs({ question, evidence: [given], coverage: { ...known, minAnswerable: FLOOR }, pass: 3 }),
        900,
      );
    };
    const probability = (cosine: number): number =>
      answerabilityOf(
        question,
        coverage({ cosine, terms: 4, absent: ['misspelled'], names: [], together: 0.6 }),
      );

    it('is stated above code if the estimate is not far below the limit', () => {
      const cosine = cosineFor(0.75 * FLOOR);
      expect(reply(cosine)).toContain(
        'These passages may not answer the question: nothing in the index mentions',
      );
      expect(reply(cosine)).toContain('def suggest(name, options):');
    });

    it('hides code if the estimate is far below it, and any document of a corpus, but no page', () => {
      expect(reply(cosineFor(0.25 * FLOOR))).toContain('These passages may not answer the question: ');
      expect(reply(cosineFor(0.15 * FLOOR))).toContain('Nothing was found that answers this question');
      const page = evidence(1, 'docs/suggest.md', 'Similar option names are suggested.', {
        language: 'markdown',
      });
      const document = { ...page, document: 'd1' };
      expect(reply(cosineFor(0.75 * FLOOR), document)).toContain(
        'Nothing was found that answers this question',
      );
      expect(reply(cosineFor(0.75 * FLOOR), page)).toContain('These passages may not answer the question: ');
      expect(reply(cosineFor(0.4 * FLOOR), page)).toContain('Nothing was found that answers this question');
    });

    /** The cosine with which the estimate has a value. */
    function cosineFor(wanted: number): number {
      let [low, high] = [-1, 1];
      for (let step = 0; step < 40; step++) {
        const middle = (low + high) / 2;
        if (probability(middle) < wanted) low = middle;
        else high = middle;
      }
      return high;
    }
  });
});
