import {
  askedAbout,
  isAmongDefaults,
  properNames,
  roleOf,
  settingAt,
  type AskedAbout,
  type NameRole,
} from '@quarry/turn';
import type { Line } from './lines';
import { simpleName } from './terms';

/** Added to a line's score for what it does with the subject of the question. */
const OF_SUBJECT: Readonly<Record<AskedAbout['kind'], Readonly<Record<NameRole, number>>>> = {
  definition: { defines: 1, sets: 0.5, empties: 0.3, assigns: 0, documents: 0.8 },
  setting: { sets: 1, documents: 0.8, assigns: 0.7, empties: 0.6, defines: 0.4 },
};
/** Lines after a name in which its documentation may continue. */
const DOCUMENTATION = 3;
/** The same for any other name of the question as code writes it: its definition says what the question is about. */
const OF_NAME: Readonly<Record<NameRole, number>> = {
  defines: 0.3,
  sets: 0.1,
  empties: 0,
  assigns: 0,
  documents: 0.1,
};

/** Added to an item whose own name the question contains exactly: not every `width` is that of `progressbar`. */
const OWN_NAME = { setting: 0.3, other: 0.1 } as const;

/** Added to a member of something that the question names: the methods of a class say what it does. */
const MEMBER = 0.3;

/** What the focus reads of a line. */
type FocusLine = Pick<Line, 'text'> & Partial<Pick<Line, 'kind' | 'code'>>;

/** Added to a line that sets the subject within something that is called a default: many a place sets a plain name. */
const AMONG_DEFAULTS = 0.2;
/** Share of the score of a line that sets the subject in an example: in the documentation, or in a comment. */
const EXAMPLE = 0.6;

/** What a question wants to see first: the definition of its subject, or the value of a setting. */
export interface Focus {
  readonly asked: AskedAbout | null;
  /** What the focus adds to the score of each line, from 0. */
  scoresOf(lines: readonly FocusLine[]): readonly number[];
  /** What it adds to the score of an item by its own name, from 0. */
  scoreOfName(symbol: string | undefined): number;
}

/** The focus of a question. */
export function focusOf(question: string): Focus {
  const asked = askedAbout(question);
  const names = properNames(question).filter(({ text, kind }) => kind === 'code' && text !== asked?.subject);
  const words = new Set(question.match(/[\p{L}_$][\p{L}\p{N}_$]{2,}/gu) ?? []);
  const inWords = asked?.kind === 'setting' && asked.subject.includes(' ');
  return {
    asked,
    scoresOf(lines) {
      const scores = lines.map(() => 0);
      const texts = lines.map(({ text }) => text);
      lines.forEach(({ text, kind, code }, at) => {
        const after = lines.slice(at + 1, at + 1 + DOCUMENTATION).map((line) => line.text);
        const isSet = inWords && settingAt(texts, at, asked.subject) !== null;
        const role = isSet ? 'sets' : asked && roleOf(text, asked.subject, after);
        const isExample = role === 'sets' && (kind === 'comment' || code !== undefined);
        const isDefault = asked?.kind === 'setting' && role === 'sets' && isAmongDefaults(texts, at);
        const share = isExample ? EXAMPLE : 1;
        const ofSubject =
          asked && role ? share * (OF_SUBJECT[asked.kind][role] + (isDefault ? AMONG_DEFAULTS : 0)) : 0;
        const others = names.map((name) => roleOf(text, name.text));
        const score = Math.max(ofSubject, ...others.map((other) => (other ? OF_NAME[other] : 0)));
        scores[at] = Math.max(scores[at] ?? 0, score);
        // The line that states a default may be one of the next.
        const stated = role === 'documents' ? after.findIndex((line) => /\bdefaults?\b/i.test(line)) : -1;
        if (stated >= 0) scores[at + 1 + stated] = score;
      });
      return scores;
    },
    scoreOfName(symbol) {
      if (symbol === undefined) return 0;
      const parts = symbol.split(/::|[.#/]/);
      if (asked === null && names.some(({ text }) => parts.slice(0, -1).includes(text))) return MEMBER;
      if (!words.has(simpleName(symbol))) return 0;
      return OWN_NAME[asked?.kind === 'setting' ? 'setting' : 'other'];
    },
  };
}
