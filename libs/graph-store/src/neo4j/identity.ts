import { createHash } from 'node:crypto';
import type { SnapshotRef } from '@quarry/turn';

/** Kinds of identities in a snapshot: of a file by path, of a key, of a key or a name ignoring case. */
type Space = 'file' | 'key' | 'folded key' | 'folded name';

/** 128 bits, as 22 characters. */
export function snapshotId(namespace: string, ref: SnapshotRef): string {
  return digest(JSON.stringify([namespace, ref.repository, ref.snapshot]));
}

/** A fixed-length name for any text in a snapshot; indexes store it instead of the text. */
export function idOf(snapshot: string, space: Space, text: string): string {
  return digest(`${snapshot} ${space} ${text}`);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
