import { createHash, randomBytes } from 'node:crypto';
import type { SnapshotRef } from '@quarry/turn';

/** Kinds of documents: a chunk, a file of the manifest, its section tree, a vector by content, or the meta data. */
export type Kind = 'chunk' | 'file' | 'tree' | 'vector' | 'meta';

/**
 * The alias of a snapshot: a readable prefix and a digest, which distinguishes any two pairs of names. At most 170 of
 * the server's 255 bytes.
 */
export function aliasOf(prefix: string, ref: SnapshotRef): string {
  const digest = sha256(JSON.stringify([ref.repository, ref.snapshot]))
    .toString('hex')
    .slice(0, 32);
  return `${prefix}.search.${readable(ref.repository)}-${readable(ref.snapshot)}-${digest}`;
}

/** Index patterns of the template. A prefix contains no dot, so patterns of two prefixes never overlap. */
export function patternOf(prefix: string): string {
  return `${prefix}.search.*`;
}

export function templateNameOf(prefix: string): string {
  return `${prefix}.search`;
}

/** A new name for the index behind an alias. */
export function newIndexName(alias: string, version: number): string {
  return `${alias}-v${version}-${Date.now().toString(36)}${randomBytes(4).toString('hex')}`;
}

/** A pattern of all indexes that are or were behind an alias. */
export function indexesOf(alias: string): string {
  return `${alias}-v*`;
}

/** A document's id. The server accepts at most 512 bytes; a path or a chunk id may be longer. */
export function documentId(kind: Exclude<Kind, 'meta'>, key: string): string {
  return `${kind[0]}${sha256(key).subarray(0, 20).toString('base64url')}`;
}

/** Id of the document with the meta data. */
export const META_ID = 'meta';

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function readable(name: string): string {
  const plain = name
    .toLowerCase()
    .slice(0, 200)
    .replace(/[^a-z0-9]+/g, '-');
  return plain.slice(0, 40).replace(/^-|-$/g, '') || 'unnamed';
}
