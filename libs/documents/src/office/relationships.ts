import { posix } from 'node:path';
import { scanXml } from '../xml/scan-xml';
import type { Package } from './package';

/** A reference from one part of an Office file to another. */
export interface Relationship {
  readonly id: string;
  /** The last part of its type: `worksheet`, `sharedStrings`. */
  readonly type: string;
  /** Name of the part that it refers to, without a leading slash. */
  readonly target: string;
}

/** The references of a part; empty if it has none. External ones, which refer to other files, are left out. */
export function relationshipsOf(office: Package, part: string): readonly Relationship[] {
  const folder = posix.dirname(part);
  const content = office.part(
    posix.join(folder === '.' ? '' : folder, '_rels', `${posix.basename(part)}.rels`),
  );
  const found: Relationship[] = [];
  if (!content) return found;
  scanXml(content, {
    open(name, attributes) {
      const target = attributes.get('Target');
      if (name !== 'Relationship' || target === undefined || attributes.get('TargetMode') === 'External')
        return;
      found.push({
        id: attributes.get('Id') ?? '',
        type: posix.basename(attributes.get('Type') ?? ''),
        target: target.startsWith('/') ? target.slice(1) : posix.join(folder, target.replaceAll('\\', '/')),
      });
    },
  });
  return found;
}
