import type { BeginIndexJobDto } from '@quarry/client';

/** A branch of a git repository as the source of a job; the default branch if it is empty. */
export function gitSource(url: string, branch: string): BeginIndexJobDto['source'] {
  return { kind: 'git', url, ...(branch === '' ? {} : { branch }) };
}
