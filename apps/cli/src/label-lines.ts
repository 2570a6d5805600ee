import type { Label } from '@quarry/repositories';
import { printableName } from './printable';

/** Who may read a file, in words. */
export function labelText(label: Label | null): string {
  if (!label) return 'no label: only callers who read everything';
  const lists = label.groups.map((groups) =>
    groups.length === 0 ? 'no group' : groups.map((group) => printableName(group)).join(' or '),
  );
  const whom = lists.length === 0 ? 'any group' : lists.map((list) => `(${list})`).join(' and ');
  return label.sensitivity === null ? whom : `${whom}, cleared for ${printableName(label.sensitivity)}`;
}

/** The files of an index by label, most first. */
export function labelLines({
  index,
  views,
  files,
}: {
  readonly index: string;
  readonly views: number;
  readonly files: Readonly<Record<string, number>>;
}): string {
  const lines = Object.entries(files)
    .sort(([, a], [, b]) => b - a)
    .map(([label, count]) => `${String(count).padStart(7)}  ${label}\n`);
  return `${index}: labels are in force; ${views} views are up to date\n${lines.join('')}`;
}
