import type { FolderListDto, IndexJobDto, SampleQuestionsDto } from '@quarry/client';
import { call } from '../../../api/call';
import { ownerHeaders, ownerRefused } from '../../../api/owner';
import { asProblem } from '../../../api/problem';
import { repositoryNameOf } from './repository-name';

/** A folder of the gateway's machine; the home folder for null. */
export async function listFolder(path: string | null, signal: AbortSignal): Promise<FolderListDto> {
  const query = path === null ? '' : `?path=${encodeURIComponent(path)}`;
  try {
    return await call<FolderListDto>('GET', `/v1/folders${query}`, { signal, headers: ownerHeaders() });
  } catch (error) {
    if (asProblem(error).code === 'forbidden') ownerRefused();
    throw error;
  }
}

/** Indexes a folder by words and code graph, which takes seconds; vectors can be added later. */
export function indexFolder(path: string): Promise<IndexJobDto> {
  const repository = repositoryNameOf(path);
  const body = { repository, source: { path }, vectors: false, summaries: 'extractive' };
  return call('POST', '/v1/index-jobs', { body, headers: ownerHeaders() });
}

/** Fetches and indexes a branch of a git repository, as {@link indexFolder}; the default branch if it is empty. */
export function indexGitUrl(url: string, branch: string): Promise<IndexJobDto> {
  const repository = repositoryNameOf(nameInUrl(url));
  const source = { kind: 'git', url, ...(branch === '' ? {} : { branch }) };
  const body = { repository, source, vectors: false, summaries: 'extractive' };
  return call('POST', '/v1/index-jobs', { body, headers: ownerHeaders() });
}

/** The last part of a URL's path, without `.git`. */
function nameInUrl(url: string): string {
  const last = url.split('/').findLast((part) => part !== '') ?? '';
  return last.endsWith('.git') ? last.slice(0, -'.git'.length) : last;
}

export async function sampleQuestions(repository: string, signal: AbortSignal): Promise<readonly string[]> {
  const path = `/v1/repositories/${encodeURIComponent(repository)}/sample-questions`;
  return (await call<SampleQuestionsDto>('GET', path, { signal })).questions;
}
