import type { FoundCommit } from '@quarry/retrieval';
import { shownCommit, subjectOf } from '@quarry/search-index';
import { defined, inRepository, type EvidenceCandidate } from '@quarry/turn';

/** A commit as evidence: its text as it is stored, and the files by which rights and models are decided. */
export function commitEvidence({ commit, hit, share }: FoundCommit, query: string): EvidenceCandidate {
  const { repository, snapshot } = hit;
  const within = (path: string): string => (repository === undefined ? path : inRepository(repository, path));
  const path = within(shownCommit(commit.hash));
  const files = commit.files.flatMap(({ path: file, from }) => [file, ...(from === undefined ? [] : [from])]);
  const unlisted = commit.files.length < commit.changed ? [path] : [];
  return {
    id: hit.id,
    kind: 'commit',
    ...{ text: hit.text, path, startLine: hit.startLine, endLine: hit.endLine, language: 'text' },
    ...defined({ repository, snapshot, url: commit.url }),
    files: [...files.map(within), ...unlisted],
    commit: commit.hash,
    title: `${commit.at.slice(0, 10)} ${subjectOf(commit)}`,
    relevance: Math.min(1, Math.max(share, 0.5)),
    foundBy: 'history',
    query,
  };
}
