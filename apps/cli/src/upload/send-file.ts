import { open } from 'node:fs/promises';
import type { QuarryClient, UploadDto } from '@quarry/client';
import type { PackedFile } from './packed-file';

/** Bytes of one request: each must arrive within a minute, also over a slow line. */
const PART = 4_000_000;

/**
 * Sends a file part by part. A part that did not arrive is sent again, a few times.
 * @param onSent called with the bytes that have arrived
 * @throws QuarryProblem
 */
export async function sendFile(
  client: Pick<QuarryClient, 'index'>,
  { name, path, bytes }: PackedFile,
  { onSent, signal }: { readonly onSent: (bytes: number) => void; readonly signal: AbortSignal },
): Promise<UploadDto> {
  const file = await open(path, 'r');
  try {
    const partAt = async (offset: number): Promise<Uint8Array<ArrayBuffer>> => {
      const part = new Uint8Array(Math.min(PART, bytes - offset));
      const { bytesRead } = await file.read(part, 0, part.length, offset);
      return part.subarray(0, bytesRead);
    };
    let upload = await client.index.startUpload(name, await partAt(0), { signal });
    onSent(upload.bytes);
    while (upload.bytes < bytes) {
      const part = await partAt(upload.bytes);
      // The file has become shorter in the meantime.
      if (part.length === 0) break;
      upload = await client.index.addToUpload(upload.id, upload.bytes, part, { signal });
      onSent(upload.bytes);
    }
    return upload;
  } finally {
    await file.close();
  }
}
