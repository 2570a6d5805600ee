import { pipeline } from 'node:stream/promises';
import { Controller, Get, Inject, Param, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Caller } from '@quarry/application/access';
import { SourceService } from '@quarry/application/sources';
import { Fault } from '@quarry/turn';
import type { Response } from 'express';
import { AppliesLabels, From } from '../access/from-request';
import { ApiProblems } from '../http/problem.dto';
import { presentSource } from './present-source';
import { SourceDto } from './source.dto';
import { SourceQuery } from './source.schema';

const ID = { name: 'id', description: 'Id of the turn.' } as const;
const N = {
  name: 'n',
  description: 'Number of the evidence, as in the citation `[1]` of the answer.',
} as const;

/** Opens the places that an answer cites. */
@ApiTags('turns')
@ApiBearerAuth()
@AppliesLabels()
@Controller('v1/turns/:id/evidence/:n')
export class SourceController {
  constructor(@Inject(SourceService) private readonly sources: SourceService) {}

  @Get('source')
  @ApiParam(ID)
  @ApiParam(N)
  @ApiOperation({
    summary: 'Get the lines around a piece of evidence',
    description:
      'Lines of the file, if the gateway can read it and it still contains the evidence; otherwise of the ' +
      'index; otherwise only the evidence.',
  })
  @ApiResponse({ status: 200, type: SourceDto })
  @ApiProblems('bad_request', 'unauthorized', 'turn_unknown', 'evidence_unknown', 'store_unavailable')
  async getEvidenceSource(
    @From() caller: Caller,
    @Param('id') id: string,
    @Param('n') n: string,
    @Query() { around }: SourceQuery,
  ): Promise<SourceDto> {
    return presentSource(id, await this.sources.source(caller, id, numberOf(n), around));
  }

  @Get('file')
  @ApiParam(ID)
  @ApiParam(N)
  @ApiOperation({
    summary: 'Download the original file of a piece of evidence',
    description: 'The headers prevent browsers from displaying or executing the file.',
  })
  @ApiResponse({
    status: 200,
    description: 'Current content of the file.',
    content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
  })
  @ApiProblems(
    'bad_request',
    'unauthorized',
    'turn_unknown',
    'evidence_unknown',
    'original_missing',
    'store_unavailable',
  )
  async getEvidenceFile(
    @From() caller: Caller,
    @Param('id') id: string,
    @Param('n') n: string,
    @Res() response: Response,
  ): Promise<void> {
    const { place, file } = await this.sources.original(caller, id, numberOf(n));
    response.attachment(place.path.split('/').at(-1) ?? 'file');
    response.setHeader('Content-Type', 'application/octet-stream');
    response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
    if (typeof file === 'string') {
      response.end(file);
      return;
    }
    response.setHeader('Content-Length', file.size);
    const end = Math.max(0, file.size - 1);
    if (file.size === 0) {
      await file.handle.close();
      response.end();
    } else await pipeline(file.handle.createReadStream({ end }), response).catch(() => undefined);
  }
}

/** @throws Fault `evidence_unknown` for what is no number of a piece of evidence */
function numberOf(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new Fault(
    'evidence_unknown',
    `'${text.slice(0, 50)}' is not the number of a piece of evidence, such as 1.`,
  );
}
