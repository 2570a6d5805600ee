import { oneOf, type GivenEvidence } from './labelled.ts';
import type { CellSentence } from './tables.ts';

/** What a piece of code says for sure: found by plain patterns, in a form that leaves no doubt. */
interface CodeFact {
  readonly sentence: (a: string, b: string) => string;
  readonly a: string;
  readonly b: string;
}

const FACTS: readonly (readonly [RegExp, readonly ((a: string, b: string) => string)[]])[] = [
  [
    /\bclass (\w{4,}) extends (\w{4,})/g,
    [(a, b) => `\`${a}\` extends \`${b}\` [1].`, (a, b) => `The class \`${a}\` inherits from \`${b}\` [1].`],
  ],
  [
    /\bconst ([A-Z][A-Z_]{4,}) = (\d+);/g,
    [(a, b) => `\`${a}\` is ${b} [1].`, (a, b) => `The constant \`${a}\` has the value ${b} [1].`],
  ],
  [/\b(\w{4,}) = (\d{1,7})[,)]/g, [(a, b) => `The default of \`${a}\` is ${b} [1].`]],
  [/\bthis\.(\w{4,}) = new (\w{4,})\(/g, [(a, b) => `\`${a}\` holds a new \`${b}\` [1].`]],
  [
    /\bthrow new (\w+Error)\(\s*['"`]([^'"`$\n]{12,80})['"`]/g,
    [(a, b) => `It throws \`${a}\` with the message "${b}" [1].`],
  ],
];

/** Pieces of a source file of some 60 lines. */
export function codePieces(text: string, path: string, language: string): GivenEvidence[] {
  const lines = text.split('\n');
  const pieces: GivenEvidence[] = [];
  for (let at = 0; at < lines.length; at += 60)
    pieces.push({ path, language, text: lines.slice(at, at + 60).join('\n') });
  return pieces.filter((piece) => piece.text.trim() !== '');
}

/** Right and wrong sentences about a piece of code. */
export function codeSentences({ text }: GivenEvidence, random: () => number): CellSentence[] {
  const facts: CodeFact[] = FACTS.flatMap(([pattern, forms]) =>
    [...text.matchAll(pattern)]
      .slice(0, 1)
      .map(([, a = '', b = '']) => ({ a, b, sentence: oneOf(forms, random) ?? (() => '') })),
  ).filter(({ a, b }) => a !== b);
  const names = [...new Set(text.match(/\b[a-z]+[A-Z]\w{3,}\b/g) ?? [])];
  return facts.flatMap(({ a, b, sentence }): CellSentence[] => {
    const made: CellSentence[] = [{ kind: 'code fact', expected: 'supported', sentence: sentence(a, b) }];
    const wrong = (kind: string, text_: string): number =>
      made.push({ kind, expected: 'refuted', sentence: text_ });
    if (/^\d+$/.test(b)) {
      wrong('quantity', sentence(a, String(Number(b) + 3)));
      const other = oneOf(
        (text.match(/\b\d{1,7}\b/g) ?? []).filter((one) => Number(one) !== Number(b)),
        random,
      );
      if (other !== undefined) wrong('quantity', sentence(a, other));
    } else if (/^\w+$/.test(b)) {
      wrong('roles', sentence(b, a));
      const other = oneOf(
        names.filter((one) => one !== a && one !== b && !text.includes(`${a} = new ${one}`)),
        random,
      );
      if (other !== undefined) wrong('identifier', sentence(a, other));
    }
    wrong('identifier', sentence(a.slice(0, -1), b));
    return made;
  });
}
