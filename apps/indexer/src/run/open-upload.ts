import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readUnpacked, unpackUpload, type UnpackedUpload } from '@quarry/indexing';
import { uploadsDirOf, type QuarryConfig } from '@quarry/platform';
import { Uploads, uploadsOf } from '@quarry/repositories';
import { Fault, type SnapshotRef } from '@quarry/turn';
import type { IndexRequest, RunListener } from './request';

/** The files of an upload. They stay where they are, because their pages and originals are shown. */
export type OpenUpload = UnpackedUpload & {
  /** Deletes the earlier uploads of the snapshot, which the index no longer shows. */
  replaceEarlier(): Promise<void>;
  /** Deletes this upload, if it cannot be indexed. */
  remove(): Promise<void>;
};

/**
 * Takes the upload of a request and unpacks it, once; null if the request has none. A run that was interrupted while
 * unpacking begins again.
 * @throws Fault `upload_unknown` if it was indexed as another snapshot, or deleted; `upload_invalid`, `cancelled`
 */
export async function openUpload(
  config: QuarryConfig,
  { upload }: Pick<IndexRequest, 'upload'>,
  ref: SnapshotRef,
  { signal }: Pick<RunListener, 'signal'>,
): Promise<OpenUpload | null> {
  if (!upload) return null;
  const folder = uploadsDirOf(config);
  const place = join(uploadsOf(folder, ref), upload.id);
  const [body, files] = [join(place, 'body'), join(place, 'files')];
  const remove = (): Promise<void> => rm(place, { recursive: true, force: true });
  if (!existsSync(body) && !existsSync(files))
    await take(new Uploads(folder).fileOf(upload.tenant, upload.id), body, upload.name);
  try {
    const unpacked = existsSync(body)
      ? await unpackUpload(body, upload.name, files, { signal })
      : await readUnpacked(files);
    await rm(body, { force: true });
    return { ...unpacked, remove, replaceEarlier: () => removeBefore(place) };
  } catch (error) {
    if (error instanceof Fault && error.code === 'upload_invalid') await remove();
    throw error;
  }
}

async function take(waiting: string, body: string, name: string): Promise<void> {
  await mkdir(dirname(body), { recursive: true, mode: 0o700 });
  await rename(waiting, body).catch(async (cause: unknown) => {
    await rm(dirname(body), { recursive: true, force: true });
    throw new Fault(
      'upload_unknown',
      `The upload of ${name} is gone: it was indexed as another snapshot, or waited for more than a day. Upload it again.`,
      { cause },
    );
  });
}

/** Ids increase with time: a later upload may already wait. */
async function removeBefore(place: string): Promise<void> {
  const parent = dirname(place);
  for (const id of await readdir(parent))
    if (join(parent, id) < place) await rm(join(parent, id), { recursive: true, force: true });
}
