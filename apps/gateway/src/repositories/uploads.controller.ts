import { Controller, HttpCode, Inject, Param, Patch, Post, Query, Req } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiConsumes,
  ApiOperation,
  ApiParam,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import type { Caller } from '@quarry/application/access';
import { UploadService } from '@quarry/application/repositories';
import { Fault } from '@quarry/turn';
import type { Request } from 'express';
import { From, Needs } from '../access/from-request';
import { UPLOAD_TYPE } from '../http/body-check';
import { ApiProblems } from '../http/problem.dto';
import { UploadDto } from './upload.dto';
import { AppendQuery, UploadQuery } from './upload.schema';

const BYTES = { schema: { type: 'string', format: 'binary' } } as const;

/** Files and archives that a caller sends to be indexed. */
@ApiTags('indexing jobs')
@ApiBearerAuth()
@Needs('maintainer')
@Controller('v1/uploads')
export class UploadsController {
  constructor(@Inject(UploadService) private readonly uploads: UploadService) {}

  @Post()
  @ApiConsumes(UPLOAD_TYPE)
  @ApiBody({ ...BYTES, description: 'The file, or its first part.' })
  @ApiOperation({
    summary: 'Upload a file or an archive, or its first part, to index it (maintainers)',
    description:
      'The ending of the name says what it is: `.zip`, `.tar`, `.tar.gz` and `.tgz` are unpacked. Then start ' +
      'a job with `"source": {"kind": "upload", "upload": ID}`. Each request must arrive within a minute; a ' +
      'large file has several parts. An upload without a job is deleted after a day.',
  })
  @ApiResponse({ status: 201, type: UploadDto })
  @ApiProblems('bad_request', 'unauthorized', 'forbidden', 'upload_limit', 'body_too_large')
  async startUpload(
    @From() caller: Caller,
    @Query() { filename }: UploadQuery,
    @Req() request: Request,
  ): Promise<UploadDto> {
    return this.uploads.begin(caller, filename, partsOf(request));
  }

  @Patch(':id')
  @HttpCode(200)
  @ApiParam({ name: 'id', description: 'Id of the upload.' })
  @ApiConsumes(UPLOAD_TYPE)
  @ApiBody({ ...BYTES, description: 'The next part.' })
  @ApiOperation({
    summary: 'Add a part to an upload (maintainers)',
    description: 'A part that does not arrive completely is dropped: send it again with the same offset.',
  })
  @ApiResponse({ status: 200, type: UploadDto })
  @ApiProblems('bad_request', 'unauthorized', 'forbidden', 'upload_unknown', 'body_too_large')
  async addToUpload(
    @From() caller: Caller,
    @Param('id') id: string,
    @Query() { offset }: AppendQuery,
    @Req() request: Request,
  ): Promise<UploadDto> {
    return this.uploads.append(caller, id, offset, partsOf(request));
  }
}

/** The body as it arrives. @throws Fault `media_type_unsupported` for a body that was read as something else */
function partsOf(request: Request): AsyncIterable<Uint8Array> {
  if (request.is(UPLOAD_TYPE) === false)
    throw new Fault('media_type_unsupported', `Send the bytes of the file as Content-Type: ${UPLOAD_TYPE}.`);
  // A refused request stays open for its response.
  return request.iterator({ destroyOnReturn: false });
}
