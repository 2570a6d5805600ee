import type { Section } from '@quarry/turn';

/** The documents of a stored file as wholes: the nodes of level 0. */
export function rootsOf(sections: readonly Section[]): readonly Section[] {
  return sections.filter(({ level }) => level === 0);
}
