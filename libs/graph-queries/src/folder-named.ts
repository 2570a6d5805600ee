import { trimEndOf } from '@quarry/turn';
import type { SnapshotGraph } from './operation';
import { forEachNode } from './scan';

/**
 * The folder, or the file, that the name of a package, namespace or module means; null if none.
 * @example
 * await folderNamed(reader, '@shop/api'); // 'packages/api', whose manifest has this name
 * await folderNamed(reader, 'app.api'); // 'backend/app/api'
 */
export async function folderNamed(reader: SnapshotGraph, name: string): Promise<string | null> {
  const places = new Set<string>();
  const ofPackage: string[] = [];
  await forEachNode(reader, { kinds: ['FILE', 'PACKAGE'] }, ({ kind, path = '', name: own }) => {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    if (kind === 'PACKAGE') {
      if (own === name && folder !== '') ofPackage.push(folder);
      return;
    }
    for (let at = folder; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) places.add(at);
    places.add(path);
  });
  if (ofPackage[0] !== undefined) return ofPackage[0];
  const wanted = trimEndOf(name, '/').toLowerCase();
  for (const end of [wanted, wanted.replace(/\.|::|\\/g, '/')]) {
    const found = [...places].filter((place) => isEnd(place.toLowerCase(), end));
    const [shortest] = found.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
    if (shortest !== undefined) return shortest;
  }
  return null;
}

function isEnd(place: string, end: string): boolean {
  return `/${place}`.endsWith(`/${end}`) || `/${place.replace(/\.\w+$/, '')}`.endsWith(`/${end}`);
}
