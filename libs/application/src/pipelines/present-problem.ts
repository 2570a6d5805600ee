import { posix } from 'node:path';
import type { FileProblemDto, Immutable } from '@quarry/client';
import type { Problem } from '@quarry/pipeline';
import { shownPath } from './shown-path';

/** @param text placeholder path of a submitted text, which has no file */
export function presentProblem(
  problem: Problem,
  roots: readonly string[],
  text?: string,
): Immutable<FileProblemDto> {
  const { file, line, column, severity, message } = problem;
  return {
    file: file === text ? null : shownPath(file, roots),
    line,
    column,
    severity,
    message: roots.reduce((words, root) => words.replaceAll(`${posix.dirname(root)}/`, ''), message),
  };
}
