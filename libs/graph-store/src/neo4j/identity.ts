import { createHash } from 'node:crypto';
import type { SnapshotRef } from '@quarry/turn';

/** Which of a snapshot's identities: of a file by path, of a key, of a key or a name without regard to case. */
type Space = 'file' | 'key' | 'folded key' | 'folded name';

/** 128 bits, as 22 characters. */
export function snapshotId(namespace: string, ref: SnapshotRef): string {
  return digest(JSON.stringify([namespace, ref.repository, ref.snapshot]));
}

/** A fixed-length name for any text in a snapshot: what indexes hold in its place. */
export function idOf(snapshot: string, space: Space, text: string): string {
  return digest(`${snapshot} ${space} ${text}`);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
