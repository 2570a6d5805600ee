import { readCommit, subjectOf, type Hit } from '@quarry/search-index';
import { defined } from '@quarry/turn';
import { printableName } from './printable';

/** A commit of a commit index for programs. */
export function commitAsJson({ chunk }: Hit): object {
  const commit = readCommit(chunk);
  return { ...commit, ...defined({ repository: chunk.repository, snapshot: chunk.snapshot }) };
}

/** A commit on a line: hash, date and subject, as `git log --oneline` with dates. */
export function commitAsLine({ chunk }: Hit): string {
  const commit = readCommit(chunk);
  if (commit === null) return '';
  const repository = chunk.repository === undefined ? '' : `${chunk.repository}  `;
  return `${commit.hash.slice(0, 10)}  ${commit.at.slice(0, 10)}  ${printableName(`${repository}${subjectOf(commit)}`)}\n`;
}
