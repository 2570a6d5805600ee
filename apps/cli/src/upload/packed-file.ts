import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm, stat, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Zip, ZipDeflate } from 'fflate';
import { MAX_UPLOAD_BYTES } from '@quarry/repositories';
import { Fault } from '@quarry/turn';
import type { Picked } from './picked-files';

/** Fast, and half the size for text. */
const LEVEL = 1;

/** A file that is ready to be sent. */
export interface PackedFile {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
}

/**
 * Calls `use` with the file to send: the only one as it is, otherwise an archive in a temporary folder, removed
 * afterwards.
 * @param onPacked called with the number of files that are in the archive
 * @throws Fault `body_too_large` above the limit of an upload, `path_not_found` if a file cannot be read, `cancelled`
 */
export async function withPackedFile<T>(
  picked: Picked,
  { onPacked, signal }: { readonly onPacked: (files: number) => void; readonly signal: AbortSignal },
  use: (file: PackedFile) => Promise<T>,
): Promise<T> {
  const [only] = picked.files;
  if (picked.isOne && only) {
    const { size } = await stat(only.absolute);
    checkSize(picked.name, size);
    return use({ name: picked.name, path: only.absolute, bytes: size });
  }
  const folder = await mkdtemp(join(tmpdir(), 'quarry-upload-'));
  try {
    const path = join(folder, 'archive.zip');
    const handle = await open(path, 'wx', 0o600);
    try {
      await pack(picked, handle, { onPacked, signal });
    } finally {
      await handle.close();
    }
    return await use({ name: `${picked.name}.zip`, path, bytes: (await stat(path)).size });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function pack(
  picked: Picked,
  to: FileHandle,
  { onPacked, signal }: { readonly onPacked: (files: number) => void; readonly signal: AbortSignal },
): Promise<void> {
  let parts: Uint8Array[] = [];
  let problem: Error | null = null;
  let bytes = 0;
  const zip = new Zip((error, part) => {
    problem ??= error;
    parts.push(part);
  });
  const flush = async (): Promise<void> => {
    if (problem) throw problem;
    const ready = parts;
    parts = [];
    for (const part of ready) bytes += part.length;
    checkSize(picked.name, bytes);
    if (ready.length > 0) await to.writev(ready);
  };
  for (const [at, { path, absolute }] of picked.files.entries()) {
    if (signal.aborted) throw new Fault('cancelled', 'nothing was uploaded.');
    const entry = new ZipDeflate(path, { level: LEVEL });
    zip.add(entry);
    try {
      for await (const part of createReadStream(absolute) as AsyncIterable<Buffer>) {
        // The library keeps what it is given.
        entry.push(Uint8Array.from(part));
        await flush();
      }
    } catch (error) {
      if (error instanceof Fault) throw error;
      const why = error instanceof Error ? error.message : String(error);
      throw new Fault('path_not_found', `${absolute} cannot be read: ${why}. Nothing was uploaded.`, {
        cause: error,
      });
    }
    entry.push(new Uint8Array(), true);
    await flush();
    onPacked(at + 1);
  }
  zip.end();
  await flush();
}

function checkSize(name: string, bytes: number): void {
  if (bytes <= MAX_UPLOAD_BYTES) return;
  throw new Fault(
    'body_too_large',
    `'${name}' has more than the ${MAX_UPLOAD_BYTES / 1e6} MB that an upload may have. Nothing was uploaded. Upload a part of it, or index it on the machine of the gateway, or by a git URL.`,
  );
}
