import type { BeginIndexJobDto } from '@quarry/client';
import type { TypedGit } from './git-fields';
import { gitSource } from './git-source';
import { repositoryNameOf, repositoryNameOfUpload, repositoryNameOfUrl } from './repository-name';
import type { Picked } from './upload/picked-files';

/** What is typed or chosen as the source of a job. Each way keeps its fields while another is shown. */
export interface TypedSource {
  readonly kind: 'path' | 'git' | 'upload';
  readonly path: string;
  readonly git: TypedGit;
  /** Files to upload; null while none are chosen. */
  readonly picked: Picked | null;
}

export const NOTHING_TYPED: TypedSource = {
  kind: 'path',
  path: '',
  git: { url: '', branch: '' },
  picked: null,
};

/**
 * The source as a job names it.
 * @param upload sends chosen files and returns the id of the upload
 * @throws Error if no files are chosen; as `upload`
 */
export async function sourceOf(
  { kind, path, git, picked }: TypedSource,
  upload: (picked: Picked) => Promise<string>,
): Promise<BeginIndexJobDto['source']> {
  if (kind === 'git') return gitSource(git.url.trim(), git.branch.trim());
  if (kind === 'path') return { path: path.trim() };
  if (!picked) throw new Error('Choose files or a folder first.');
  return { kind: 'upload', upload: await upload(picked) };
}

/** The name for a repository of this source; empty while nothing is typed. */
export function nameFor({ kind, path, git, picked }: TypedSource): string {
  if (kind === 'upload') return picked ? repositoryNameOfUpload(picked.name) : '';
  const typed = kind === 'git' ? git.url.trim() : path.trim().replace(/\/$/, '');
  if (typed === '') return '';
  return kind === 'git' ? repositoryNameOfUrl(typed) : repositoryNameOf(typed);
}
