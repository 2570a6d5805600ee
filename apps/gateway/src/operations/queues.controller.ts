import { Controller, Get, Inject } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiProperty, ApiResponse, ApiTags } from '@nestjs/swagger';
import { SERVICE_NAMES } from '@quarry/application/pipelines';
import { CARRIER, CARRIER_KINDS, type Carrier, type CarrierKind } from '@quarry/engine';
import { Needs } from '../access/from-request';
import { ApiProblems } from '../http/problem.dto';

const count = { type: 'integer' } as const;

class QueueDto {
  @ApiProperty({ example: 'answerer', description: 'Service of the queue.' })
  readonly service!: string;
  @ApiProperty({ ...count, description: 'Number of hops that wait for a worker.' })
  readonly waiting!: number;
  @ApiProperty({ ...count, description: 'Number of running hops in all processes.' })
  readonly active!: number;
  @ApiProperty({ ...count, description: 'Number of hops that wait for their next delivery.' })
  readonly delayed!: number;
  @ApiProperty({
    ...count,
    description: 'Number of jobs whose deliveries all failed; the watchdog restarts them.',
  })
  readonly failed!: number;
  @ApiProperty({ ...count, description: 'Waiting time of the oldest hop in milliseconds; 0 if none waits.' })
  readonly oldestMs!: number;
}

class QueueListDto {
  @ApiProperty({ enum: CARRIER_KINDS, description: 'Transport of turns between services.' })
  readonly carrier!: CarrierKind;
  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Share of the memory limit that Redis uses, 0 to 1; null if there is no limit.',
  })
  readonly memoryRatio!: number | null;
  @ApiProperty({ type: [QueueDto], description: 'One queue per service.' })
  readonly queues!: readonly QueueDto[];
}

@ApiTags('operations')
@ApiBearerAuth()
@Needs('operator')
@Controller('v1/operations/queues')
export class QueuesController {
  constructor(
    @Inject(CARRIER) private readonly carrier: Carrier,
    @Inject(SERVICE_NAMES) private readonly services: readonly string[],
  ) {}

  @Get()
  @ApiOperation({ summary: 'Get the status of the queues of all services (operators)' })
  @ApiResponse({ status: 200, type: QueueListDto })
  @ApiProblems('unauthorized', 'forbidden', 'redis_unavailable')
  async getQueues(): Promise<QueueListDto> {
    const [queues, memoryRatio] = await Promise.all([
      this.carrier.queues(this.services),
      this.carrier.memoryRatio(),
    ]);
    return { carrier: this.carrier.kind, memoryRatio, queues };
  }
}
