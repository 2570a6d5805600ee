import type { BeginIndexJobDto } from '@quarry/client';
import type { TypedGit } from './git-fields';
import { gitSource } from './git-source';
import { repositoryNameOf, repositoryNameOfUrl } from './repository-name';

/** What is typed about the source of a job. Both ways keep their fields while the other is shown. */
export interface TypedSource {
  readonly kind: 'path' | 'git';
  readonly path: string;
  readonly git: TypedGit;
}

export const NOTHING_TYPED: TypedSource = { kind: 'path', path: '', git: { url: '', branch: '' } };

/** The source as a job names it. */
export function sourceOf({ kind, path, git }: TypedSource): BeginIndexJobDto['source'] {
  return kind === 'git' ? gitSource(git.url.trim(), git.branch.trim()) : { path: path.trim() };
}

/** The name for a repository of this source; empty while nothing is typed. */
export function nameFor({ kind, path, git }: TypedSource): string {
  const typed = kind === 'git' ? git.url.trim() : path.trim().replace(/\/$/, '');
  if (typed === '') return '';
  return kind === 'git' ? repositoryNameOfUrl(typed) : repositoryNameOf(typed);
}
