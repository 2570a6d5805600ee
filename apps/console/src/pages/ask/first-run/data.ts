import type { IndexJobDto, SampleQuestionsDto } from '@quarry/client';
import { call } from '../../../api/call';
import { beginJob } from '../../index/data';
import { gitSource } from '../../index/source/git-source';
import {
  repositoryNameOf,
  repositoryNameOfSite,
  repositoryNameOfUpload,
  repositoryNameOfUrl,
} from '../../index/source/repository-name';
import { siteSource } from '../../index/source/site-source';
import type { Picked } from '../../index/source/upload/picked-files';
import { sendUpload, type SentSoFar } from '../../index/source/upload/send-upload';

/** What takes seconds: words and code graph. Vectors can be added later. */
const AT_FIRST = { snapshot: 'current', rebuild: false, vectors: false, summaries: 'extractive' } as const;

export function indexFolder(path: string): Promise<IndexJobDto> {
  return beginJob({ ...AT_FIRST, repository: repositoryNameOf(path), source: { path } });
}

/** Fetches and indexes a branch of a git repository; the default branch if it is empty. */
export function indexGitUrl(url: string, branch: string): Promise<IndexJobDto> {
  return beginJob({ ...AT_FIRST, repository: repositoryNameOfUrl(url), source: gitSource(url, branch) });
}

/** Fetches and indexes the pages of a documentation site. */
export function indexSite(url: string): Promise<IndexJobDto> {
  return beginJob({ ...AT_FIRST, repository: repositoryNameOfSite(url), source: siteSource(url) });
}

/** Uploads and indexes files. */
export async function indexUpload(picked: Picked, onSent: (soFar: SentSoFar) => void): Promise<IndexJobDto> {
  const { id } = await sendUpload(picked, onSent);
  const repository = repositoryNameOfUpload(picked.name);
  return beginJob({ ...AT_FIRST, repository, source: { kind: 'upload', upload: id } });
}

export async function sampleQuestions(repository: string, signal: AbortSignal): Promise<readonly string[]> {
  const path = `/v1/repositories/${encodeURIComponent(repository)}/sample-questions`;
  return (await call<SampleQuestionsDto>('GET', path, { signal })).questions;
}
