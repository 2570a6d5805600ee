import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readFile, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { unzipped, zipDirectory, type ZipEntry } from '@quarry/documents';
import { Fault } from '@quarry/turn';
import type { Remark } from '../source/remark';
import { foreignFolder, FOREIGN_FOLDERS, type ListedFiles } from '../source/source-tree';
import { walk } from '../source/walk';
import { tarEntries } from './tar-entries';
import { EntryUnreadable, UnpackedFiles, type UnpackLimits } from './unpacked-files';

/** Far above archives of code and documents, and far below what fills a disk. */
const LIMITS: UnpackLimits = {
  files: 100_000,
  bytes: 4_000_000_000,
  depth: 32,
  // Text written by people compresses less than this; a bomb compresses more. Small archives may compress more.
  ratio: 200,
  ratioFrom: 32_000_000,
};

/** The files of an upload, in a folder that holds nothing else. */
export interface UnpackedUpload {
  /** Absolute. The single outer folder of an archive is left out. */
  readonly folder: string;
  readonly listed: ListedFiles;
}

/**
 * Unpacks an archive (`.zip`, `.tar`, `.tar.gz`, `.tgz`) into a folder, or copies another file there. Nothing is
 * written outside the folder, whatever the archive names; links and devices are left out. An archive beyond a limit
 * fails before it exceeds the limit.
 * @param file the uploaded bytes
 * @param name as the uploader named them; its ending says what they are
 * @param folder is replaced
 * @throws Fault `upload_invalid`, `cancelled`
 */
export async function unpackUpload(
  file: string,
  name: string,
  folder: string,
  {
    signal,
    limits = LIMITS,
  }: { readonly signal?: AbortSignal; readonly limits?: UnpackLimits | undefined } = {},
): Promise<UnpackedUpload> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!/\.(?:zip|tar|tar\.gz|tgz)$/i.test(name)) {
    await copyFile(file, join(folder, basename(name)));
    return { folder, listed: { paths: [basename(name)], commit: null, skipped: [] } };
  }
  const packed = (await stat(file)).size;
  const files = new UnpackedFiles(folder, { name, packed, limits, ...(signal ? { signal } : {}) });
  try {
    if (/\.zip$/i.test(name)) await unzip(file, files);
    else await untar(file, name, files);
  } catch (error) {
    if (error instanceof Fault) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new Fault(
      'upload_invalid',
      `${name} cannot be unpacked: ${why}. Pack it again, and upload it again.`,
      {
        cause: error,
      },
    );
  }
  return await readUnpacked(folder, files.skipped);
}

/** Lists the files of an unpacked upload. `skipped` is known only to the run that unpacked it. */
export async function readUnpacked(folder: string, skipped: readonly Remark[] = []): Promise<UnpackedUpload> {
  const outer = await outerFolder(folder);
  const root = join(folder, outer);
  const listed = await walk(root, null, FOREIGN_FOLDERS);
  const prefix = outer === '' ? '' : `${outer}/`;
  const known = skipped.map(({ path, reason }) => ({
    path: path.startsWith(prefix) ? path.slice(prefix.length) : path,
    reason,
  }));
  return {
    folder: root,
    listed: { paths: listed.paths, commit: null, skipped: [...known, ...listed.skipped] },
  };
}

async function unzip(file: string, files: UnpackedFiles): Promise<void> {
  const bytes = await readFile(file);
  const entries = zipDirectory(bytes);
  if (!entries) throw new Error('it is not a complete zip file');
  if (entries.some(({ encrypted }) => encrypted)) throw new Error('it is protected by a password');
  for (const entry of entries) {
    if (/[\\/]$/.test(entry.name)) continue;
    await files.add(entry.name, entry.isLink ? 'link' : 'file', entry.unpacked, () => [
      contentOf(bytes, entry),
    ]);
  }
}

function contentOf(bytes: Uint8Array, entry: ZipEntry): Uint8Array {
  // One more byte than declared: the writer rejects what a size understates.
  const content = unzipped(bytes, entry, entry.unpacked + 1);
  if (content === 'too_large') return new Uint8Array(entry.unpacked + 1);
  if (content !== 'damaged') return content;
  throw new EntryUnreadable('is damaged, or compressed by a method that Quarry does not read');
}

async function untar(file: string, name: string, files: UnpackedFiles): Promise<void> {
  const source = createReadStream(file);
  const gunzip = /gz$/i.test(name) ? createGunzip() : null;
  const bytes = gunzip ? source.pipe(gunzip) : source;
  if (gunzip) source.once('error', (error) => gunzip.destroy(error));
  try {
    for await (const entry of tarEntries(files.counted(bytes)))
      if (entry.kind !== 'folder')
        await files.add(entry.path, entry.kind, entry.bytes, () => entry.content());
  } finally {
    source.destroy();
    gunzip?.destroy();
  }
}

/** The folder that holds everything, as in the archives of GitHub; otherwise empty. */
async function outerFolder(folder: string): Promise<string> {
  const [first, ...more] = await readdir(folder, { withFileTypes: true });
  const isOuter =
    first?.isDirectory() === true && more.length === 0 && foreignFolder(`${first.name}/x`) === null;
  return isOuter ? first.name : '';
}
