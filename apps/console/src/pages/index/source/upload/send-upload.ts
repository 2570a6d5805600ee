import type { UploadDto } from '@quarry/client';
import { call } from '../../../../api/call';
import { packed } from './packed';
import type { Picked } from './picked-files';
import { t } from '../../../../language/messages';

/** Bytes of one request: each must arrive within a minute, also over a slow line. */
const PART = 4_000_000;
/** Limit of the gateway (docs/indexing.md). */
const MAX_BYTES = 256_000_000;

/** How far an upload is: bytes that have arrived, of all. */
export interface SentSoFar {
  readonly done: number;
  readonly total: number;
}

/** Packs and sends files part by part. Returns what the gateway knows of them. @throws Problem, Error */
export async function sendUpload(picked: Picked, onSent: (soFar: SentSoFar) => void): Promise<UploadDto> {
  const { name, bytes } = await packed(picked);
  if (bytes.size > MAX_BYTES)
    throw new Error(
      t(
        '{name} has {size} MB, more than the limit of {most} MB. Index the folder on the machine of the gateway, or a git URL.',
        {
          name,
          size: Math.ceil(bytes.size / 1e6),
          most: MAX_BYTES / 1e6,
        },
      ),
    );
  const send = (method: string, path: string, from: number): Promise<UploadDto> =>
    call(method, path, { body: bytes.slice(from, from + PART) });
  onSent({ done: 0, total: bytes.size });
  let upload = await send('POST', `/v1/uploads?filename=${encodeURIComponent(name)}`, 0);
  onSent({ done: upload.bytes, total: bytes.size });
  while (upload.bytes < bytes.size) {
    upload = await send('PATCH', `/v1/uploads/${upload.id}?offset=${upload.bytes}`, upload.bytes);
    onSent({ done: upload.bytes, total: bytes.size });
  }
  return upload;
}
