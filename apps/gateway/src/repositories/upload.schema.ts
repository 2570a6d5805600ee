import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { MAX_UPLOAD_BYTES } from '@quarry/repositories';
import { queryInteger } from '../http/fields';

/** The query of `POST /v1/uploads`. */
const UPLOAD = z.strictObject({
  filename: z.string().min(1).max(200).meta({
    example: 'shop.zip',
    description: 'Name of the file, without folders. Its ending says whether it is an archive.',
  }),
});

/** The query of `PATCH /v1/uploads/{id}`. */
const APPEND = z.strictObject({
  offset: queryInteger(0, MAX_UPLOAD_BYTES).describe(
    'Where the part begins: the `bytes` of the last response. Bytes from there on are replaced.',
  ),
});

export class UploadQuery extends createZodDto(UPLOAD) {}
export class AppendQuery extends createZodDto(APPEND) {}
