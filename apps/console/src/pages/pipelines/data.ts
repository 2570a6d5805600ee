import type {
  FileProblemListDto,
  PipelineDetailDto,
  PipelineListDto,
  ValidatedPipelineDto,
} from '@quarry/client';
import { call } from '../../api/call';
import { Problem } from '../../api/problem';

export async function listPipelines(signal: AbortSignal): Promise<PipelineListDto['pipelines']> {
  return (await call<PipelineListDto>('GET', '/v1/pipelines', { signal })).pipelines;
}

export function readPipeline(name: string, signal: AbortSignal): Promise<PipelineDetailDto> {
  return call('GET', `/v1/pipelines/${encodeURIComponent(name)}`, { signal });
}

export function validate(yaml: string): Promise<ValidatedPipelineDto> {
  return call('POST', '/v1/pipelines/validate', { body: { yaml } });
}

/** The current problems in the folders; null for callers that are not operators. */
export async function folderProblems(signal: AbortSignal): Promise<FileProblemListDto['problems'] | null> {
  try {
    return (await call<FileProblemListDto>('GET', '/v1/pipeline-problems', { signal })).problems;
  } catch (error) {
    if (error instanceof Problem && error.code === 'forbidden') return null;
    throw error;
  }
}
