import type { Section } from '@quarry/turn';

/** The root sections of a stored file's documents: the nodes of level 0. */
export function rootsOf(sections: readonly Section[]): readonly Section[] {
  return sections.filter(({ level }) => level === 0);
}
