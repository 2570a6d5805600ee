import type { Turn } from './turn';

/** Names of fields that hold a path, or the id of a section, which begins with one: `docs/guide.md#checkout`. */
const PLACES: ReadonlySet<string> = new Set(['path', 'section', 'sectionId']);

/** The paths of all files that a turn names: of its evidence, findings, sections and graph. */
export function pathsIn(turn: Turn): readonly string[] {
  const paths = new Set<string>();
  const open: unknown[] = [turn];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    // The path of a commit is no file's: it stands for the files that it changed.
    const isCommit = 'kind' in value && value.kind === 'commit';
    if (isCommit && 'files' in value && Array.isArray(value.files))
      for (const path of value.files as unknown[]) if (typeof path === 'string') paths.add(path);
    for (const [name, part] of Object.entries(value)) {
      if (typeof part === 'object') open.push(part);
      else if (isCommit) continue;
      else if (typeof part === 'string' && part !== '' && (PLACES.has(name) || isSectionId(name, part)))
        paths.add(part.split('#')[0] ?? part);
    }
  }
  return [...paths];
}

function isSectionId(name: string, part: string): boolean {
  return name === 'id' && part.includes('#');
}
