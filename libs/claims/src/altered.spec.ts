import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { someEvidence } from '@quarry/engine/testing';
import { factsOf } from './facts';
import { sourceOf, type Source } from './passages';
import { sentencesOf } from './sentences';
import { statementsOf } from './statements';
import { verdictOf } from './verdict';

/** Wikipedia passages, not selected for this test: those of 100 HotpotQA questions (CC BY-SA 4.0), one per line. */
const CORPUS = resolve(__dirname, '../../../../shared/data/multihop/hotpot100/corpus.jsonl');
const MOST = 120;

interface Sentence {
  readonly text: string;
  readonly source: Source;
  readonly other: string;
}

function sentences(): Sentence[] {
  const passages = readFileSync(CORPUS, 'utf8')
    .trim()
    .split('\n')
    .slice(0, MOST)
    .map((line) => JSON.parse(line) as { readonly title: string; readonly text: string });
  return passages
    .flatMap(({ title, text }, at) => {
      const source = sourceOf(someEvidence(1, { text, title, path: `${title}.md` }));
      const other = passages[(at + 1) % passages.length]?.title ?? '';
      return sentencesOf(text).map(({ start, end }) => ({ text: text.slice(start, end), source, other }));
    })
    .filter(
      ({ text }) => statementsOf(text).length === 1 && text.split(/\s+/).length >= 6 && /\.$/.test(text),
    );
}

const statusOf = (text: string, source: Source): string => {
  const [statement] = statementsOf(text);
  return statement ? verdictOf(statement, [source]).status : 'none';
};

/** Share of the altered sentences with such a status; `alter` returns null if there is nothing to alter. */
function share(
  all: readonly Sentence[],
  alter: (sentence: Sentence) => string | null,
  isSo: (status: string) => boolean,
): number {
  const altered = all.flatMap((sentence) => {
    const text = alter(sentence);
    return text === null ? [] : [isSo(statusOf(text, sentence.source))];
  });
  expect(altered.length).toBeGreaterThan(100);
  return altered.filter(Boolean).length / altered.length;
}
const refused = (status: string): boolean => status === 'unsupported' || status === 'contradicted';

(existsSync(CORPUS) ? describe : describe.skip)(
  'sentences of Wikipedia, checked against their own passage by code alone (skipped without HotpotQA)',
  () => {
    let all: Sentence[];
    beforeAll(() => {
      all = sentences();
    });

    it('are supported unchanged', () => {
      expect(
        share(
          all,
          ({ text }) => text,
          (status) => status === 'supported',
        ),
      ).toBeGreaterThan(0.98);
    });

    it('are refuted with another number', () => {
      const other = ({ text }: Sentence): string | null => {
        const quantity = factsOf(text).quantities.find((candidate) => /^\d+$/.test(candidate.text));
        const digits = quantity && new RegExp(`(?<!\\d)${quantity.text}(?!\\d)`);
        return quantity && digits ? text.replace(digits, String(quantity.value + 17)) : null;
      };
      expect(share(all, other, refused)).toBeGreaterThan(0.95);
    });

    it('are refuted with another name', () => {
      const other = ({ text, other: name }: Sentence): string | null => {
        const [first] = factsOf(text).names;
        return first !== undefined && !text.includes(name) ? text.replace(first, name) : null;
      };
      expect(share(all, other, refused)).toBeGreaterThan(0.9);
    });

    it('are refuted when negated', () => {
      const negated = ({ text }: Sentence): string | null => {
        if (/\b(?:not|never|no|neither|without)\b/i.test(text)) return null;
        const not = text.replace(/\b(is|was|were|are)\b/, '$1 not');
        return not === text ? null : not;
      };
      expect(share(all, negated, refused)).toBeGreaterThan(0.85);
    });
  },
);
