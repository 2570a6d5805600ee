import { Controller, Get, Inject, Req } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiPropertyOptional, ApiResponse, ApiTags } from '@nestjs/swagger';
import { CARRIER_KINDS, type CarrierKind } from '@quarry/engine';
import { READINESS, type Readiness } from '@quarry/platform';
import { Fault } from '@quarry/turn';
import type { Request } from 'express';
import { Access } from '../access/access';
import { Public } from '../access/from-request';
import { ApiProblems } from '../http/problem.dto';

class LiveDto {
  @ApiProperty({ enum: ['live'], description: 'The process responds.' })
  readonly status!: 'live';
}

class ReadyDto {
  @ApiProperty({ enum: ['ready'], description: 'Questions are accepted.' })
  readonly status!: 'ready';
  @ApiPropertyOptional({
    enum: CARRIER_KINDS,
    description: 'Transport of turns between services; only for callers with a key.',
  })
  readonly carrier?: CarrierKind;
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'string', enum: ['up', 'away'] },
    example: { history: 'up', search: 'up', graph: 'away' },
    description:
      'Stores of this process; only for callers with a key. `away`: turns continue without the store and ' +
      'report it (docs/architecture.md).',
  })
  readonly stores?: Readonly<Record<string, 'up' | 'away'>>;
}

/** For load balancers and orchestrators: needs no key, and tells those who have none no more than whether questions are accepted. */
@ApiTags('health')
@Public()
@Controller('health')
export class HealthController {
  constructor(
    @Inject(READINESS) private readonly readiness: () => Promise<Readiness>,
    @Inject(Access) private readonly access: Access,
  ) {}

  @Get('live')
  @ApiOperation({ summary: 'Check whether the process runs' })
  @ApiResponse({ status: 200, type: LiveDto })
  getLiveness(): LiveDto {
    return { status: 'live' };
  }

  @Get('ready')
  @ApiOperation({ summary: 'Check whether questions are accepted; 503 with the reason if not' })
  @ApiResponse({ status: 200, type: ReadyDto })
  @ApiProblems('redis_unavailable', 'store_unavailable')
  async getReadiness(@Req() request: Request): Promise<ReadyDto> {
    const { ready, carrier, stores } = await this.readiness();
    if ((await this.access.peek(request)) === null) {
      if (ready) return { status: 'ready' };
      throw new Fault('store_unavailable', 'Questions cannot be accepted now; with a key you are told why.');
    }
    if (carrier.problem) throw carrier.problem;
    const missing = Object.values(stores).find(({ required, problem }) => required && problem !== null);
    if (!ready) throw new Fault('store_unavailable', missing?.problem?.message ?? 'A store cannot be used.');
    const states = Object.entries(stores).map(
      ([name, { problem }]) => [name, problem === null ? 'up' : 'away'] as const,
    );
    return { status: 'ready', carrier: carrier.kind, stores: Object.fromEntries(states) };
  }
}
