import type { GraphNode } from '@quarry/graph-store';
import { codeText } from '../code-text';

/** A line that raises an error, as an offset from the first line of its definition. */
export interface ThrowLine {
  readonly at: number;
  /** The error as written: a type, a variable, or what makes it; `panic` and `bail!` by themselves. */
  readonly error: string;
}

/** How code of a language raises an error; the group `error` names it. */
interface ThrowRule {
  readonly pattern: RegExp;
  /** What is raised where nothing is named: a text of Ruby, a panic. */
  readonly unnamed?: string;
}

const THROW: readonly ThrowRule[] = [{ pattern: /\bthrow\s+(?:new\s+)?(?<error>\\?[\p{L}_$][\w$.:\\]*)/gu }];

const RULES: Readonly<Record<string, readonly ThrowRule[]>> = {
  python: [{ pattern: /(?:^|[\s;:])raise\s+(?<error>[\p{L}_][\w.]*)/gu }],
  ruby: [{ pattern: /(?:^|[\s;])(?:raise|fail)[ (]+(?<error>[A-Z][\w:]*)?/g, unnamed: 'RuntimeError' }],
  csharp: [...THROW, { pattern: /(?<![\w.])(?<error>\w+Exception)\.Throw\w*\(/g }],
  go: [
    {
      pattern:
        /\breturn\b[^\n]{0,200}?(?<![\w.])(?<error>errors\.(?:New|Errorf|Wrapf?)|fmt\.Errorf|&?(?:\w+\.)?(?:Err[A-Z\d]\w*|\w*Error\{))/g,
    },
    { pattern: /(?<![\w.])panic\(/g, unnamed: 'panic' },
  ],
  rust: [
    { pattern: /(?<!\blet )(?<![\w.])Err\((?:Box::new\()?(?<error>[A-Z][\w:]*|\w+!)(?![^\n]{0,200}=>)/g },
    { pattern: /\.ok_or(?:_else)?\((?:\|\|\s?)?\{?\s?(?<error>[A-Z][\w:]*|\w+!)/g },
    { pattern: /(?<![\w.])(?<error>(?:bail|ensure|panic|unreachable|todo|unimplemented)!)\(/g },
  ],
};

/** Where a definition raises errors, in the order of its lines; comments and texts are left out. */
export function throwLines({ text = '', language }: GraphNode): readonly ThrowLine[] {
  const rules = RULES[language] ?? THROW;
  return codeText(text, language).flatMap((line, at) =>
    rules.flatMap(({ pattern, unnamed }) =>
      [...line.matchAll(pattern)].flatMap(({ groups }) => {
        const error = groups?.['error']?.replace(/^&|\{$/g, '') ?? unnamed;
        return error === undefined ? [] : [{ at, error }];
      }),
    ),
  );
}

/** The parts of an error's name as written, the last first: `NotFound` and `Error` of `Error::NotFound`. */
export function errorParts(error: string): readonly string[] {
  return error.split(/::|[.\\]/).toReversed();
}
