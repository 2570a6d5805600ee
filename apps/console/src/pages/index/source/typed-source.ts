import type { BeginIndexJobDto } from '@quarry/client';
import type { TypedGit } from './git-fields';
import { gitSource } from './git-source';
import {
  repositoryNameOf,
  repositoryNameOfSite,
  repositoryNameOfUpload,
  repositoryNameOfUrl,
} from './repository-name';
import { siteSource } from './site-source';
import { typedUrl } from './typed-url';
import type { Picked } from './upload/picked-files';
import { t } from '../../../language/messages';

/** What is typed or chosen as the source of a job. Each way keeps its fields while another is shown. */
export interface TypedSource {
  readonly kind: 'path' | 'git' | 'site' | 'upload';
  readonly path: string;
  readonly git: TypedGit;
  readonly site: string;
  /** Files to upload; null while none are chosen. */
  readonly picked: Picked | null;
}

export const NOTHING_TYPED: TypedSource = {
  kind: 'path',
  path: '',
  git: { url: '', branch: '' },
  site: '',
  picked: null,
};

/**
 * The source as a job names it.
 * @param upload sends chosen files and returns the id of the upload
 * @throws Error if no files are chosen; as `upload`
 */
export async function sourceOf(
  { kind, path, git, site, picked }: TypedSource,
  upload: (picked: Picked) => Promise<string>,
): Promise<BeginIndexJobDto['source']> {
  if (kind === 'git') return gitSource(typedUrl(git.url), git.branch.trim());
  if (kind === 'site') return siteSource(typedUrl(site));
  if (kind === 'path') return { path: path.trim() };
  if (!picked) throw new Error(t('Choose files or a folder first.'));
  return { kind: 'upload', upload: await upload(picked) };
}

/** The name for a repository of this source; empty while nothing is typed. */
export function nameFor({ kind, path, git, site, picked }: TypedSource): string {
  if (kind === 'site') return repositoryNameOfSite(typedUrl(site));
  if (kind === 'upload') return picked ? repositoryNameOfUpload(picked.name) : '';
  const typed = kind === 'git' ? typedUrl(git.url) : path.trim().replace(/\/$/, '');
  if (typed === '') return '';
  return kind === 'git' ? repositoryNameOfUrl(typed) : repositoryNameOf(typed);
}
