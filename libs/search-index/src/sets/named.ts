import {
  baseSnapshot,
  inRepository,
  keyInRepository,
  shownRepository,
  type Section,
  type SnapshotRef,
} from '@quarry/turn';
import type { Chunk } from '../port';

/** A chunk of one snapshot as the set shows it. */
export function chunkIn({ repository, snapshot }: SnapshotRef, chunk: Chunk): Chunk {
  const name = shownRepository(repository);
  const { id, path, nodeKey, section, sections } = chunk;
  return {
    ...chunk,
    id: inRepository(name, id),
    path: inRepository(name, path),
    repository: name,
    snapshot: baseSnapshot(snapshot),
    ...(nodeKey === undefined ? {} : { nodeKey: keyInRepository(name, nodeKey) }),
    ...(section === undefined ? {} : { section: inRepository(name, section) }),
    ...(sections === undefined
      ? {}
      : { sections: sections.map((start) => ({ ...start, id: inRepository(name, start.id) })) }),
  };
}

/** A section of one snapshot as the set shows it. */
export function sectionIn({ repository }: SnapshotRef, section: Section): Section {
  const name = shownRepository(repository);
  const { id, path, parent } = section;
  return {
    ...section,
    id: inRepository(name, id),
    path: inRepository(name, path),
    parent: parent === null ? null : inRepository(name, parent),
    repository: name,
  };
}
