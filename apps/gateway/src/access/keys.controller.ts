import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import { clearanceFrom, DAY_MS, KeyService, presentKey } from '@quarry/application/access';
import { PIPELINES } from '@quarry/application/pipelines';
import { findPipeline } from '@quarry/application/turns';
import type { CompiledPipeline } from '@quarry/pipeline';
import { ApiProblems } from '../http/problem.dto';
import { Needs } from './from-request';
import { CreatedKeyDto, KeyDto, KeyListDto } from './key.dto';
import { NewKeyDto } from './key.schema';

@ApiTags('keys')
@ApiBearerAuth()
@Needs('operator')
@Controller('v1/keys')
export class KeysController {
  constructor(
    @Inject(KeyService) private readonly keys: KeyService,
    @Inject(PIPELINES) private readonly pipelines: readonly CompiledPipeline[],
  ) {}

  @Post()
  @ApiOperation({
    summary: 'Create an API key for any tenant (operators)',
    description:
      'The response contains the key, which cannot be retrieved later. Once the first key exists, the ' +
      'gateway requires one.',
  })
  @ApiResponse({ status: 201, type: CreatedKeyDto })
  @ApiProblems('bad_request', 'unauthorized', 'forbidden', 'pipeline_unknown', 'store_unavailable')
  async createKey(@Body() body: NewKeyDto): Promise<CreatedKeyDto> {
    // A misspelled pipeline would lock out the owner of the key without an error.
    for (const name of body.pipelines ?? []) findPipeline(this.pipelines, name);
    const now = Date.now();
    const {
      requestsPerMinute = null,
      tokensPerDay = null,
      costPerDay = null,
      turnsAtOnce = null,
    } = body.limits ?? {};
    const { key, info } = await this.keys.create(
      {
        name: body.name,
        tenant: body.tenant,
        role: body.role,
        pipelines: body.pipelines ?? null,
        repositories: body.repositories ?? null,
        clearance: clearanceFrom(body),
        limits: { requestsPerMinute, tokensPerDay, costPerDay, turnsAtOnce },
        expiresAt: body.expiresInDays === undefined ? null : now + body.expiresInDays * DAY_MS,
      },
      now,
    );
    return { ...presentKey(info), key };
  }

  @Get()
  @ApiOperation({ summary: 'List the API keys of all tenants, without their secrets (operators)' })
  @ApiResponse({ status: 200, type: KeyListDto })
  @ApiProblems('unauthorized', 'forbidden', 'store_unavailable')
  async listKeys(): Promise<KeyListDto> {
    return { keys: (await this.keys.list()).map(presentKey) };
  }

  @Delete(':id')
  @HttpCode(200)
  @ApiParam({ name: 'id', description: 'Id of the key.' })
  @ApiOperation({
    summary: 'Revoke an API key (operators)',
    description:
      'Every gateway rejects the key within 5 s and ends its open streams. Revoking a revoked key has no ' +
      'effect.',
  })
  @ApiResponse({ status: 200, type: KeyDto })
  @ApiProblems('unauthorized', 'forbidden', 'key_unknown', 'store_unavailable')
  async revokeKey(@Param('id') id: string): Promise<KeyDto> {
    return presentKey(await this.keys.revoke(id));
  }
}
