import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiResponse, ApiTags } from '@nestjs/swagger';
import { CARRIER, type Carrier } from '@quarry/engine';
import { ApiProblems } from './problem.dto';

class LiveDto {
  @ApiProperty({ enum: ['live'], description: 'The process answers.' })
  readonly status!: 'live';
}

class ReadyDto {
  @ApiProperty({ enum: ['ready'], description: 'Questions are accepted.' })
  readonly status!: 'ready';
  @ApiProperty({ enum: ['memory', 'bullmq'], description: 'What passes turns from service to service.' })
  readonly carrier!: 'memory' | 'bullmq';
}

/** For load balancers and orchestrators: needs no key, tells no secret. */
@ApiTags('health')
@Controller('health')
export class HealthController {
  constructor(@Inject(CARRIER) private readonly carrier: Carrier) {}

  @Get('live')
  @ApiOperation({ summary: 'The process runs' })
  @ApiResponse({ status: 200, type: LiveDto })
  live(): LiveDto {
    return { status: 'live' };
  }

  @Get('ready')
  @ApiOperation({ summary: 'Questions can be accepted now; 503 with the reason where not' })
  @ApiResponse({ status: 200, type: ReadyDto })
  @ApiProblems('redis_unavailable')
  async ready(): Promise<ReadyDto> {
    await this.carrier.check();
    return { status: 'ready', carrier: this.carrier.kind };
  }
}
