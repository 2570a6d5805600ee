import { Controller, Get, Inject } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiProperty, ApiResponse, ApiTags } from '@nestjs/swagger';
import { SERVICE_NAMES } from '@quarry/application/pipelines';
import { CARRIER, CARRIER_KINDS, type Carrier, type CarrierKind } from '@quarry/engine';
import { Needs } from '../access/from-request';
import { ApiProblems } from '../http/problem.dto';

const count = { type: 'integer' } as const;

class QueueDto {
  @ApiProperty({ example: 'answerer', description: 'Service whose queue it is.' })
  readonly service!: string;
  @ApiProperty({ ...count, description: 'Hops that wait for a worker.' })
  readonly waiting!: number;
  @ApiProperty({ ...count, description: 'Hops that run, in all processes.' })
  readonly active!: number;
  @ApiProperty({ ...count, description: 'Hops that pause before they are delivered again.' })
  readonly delayed!: number;
  @ApiProperty({ ...count, description: 'Jobs whose every delivery threw; the watchdog revives them.' })
  readonly failed!: number;
  @ApiProperty({ ...count, description: 'Milliseconds that the oldest has waited; 0 where none waits.' })
  readonly oldestMs!: number;
}

class QueueListDto {
  @ApiProperty({ enum: CARRIER_KINDS, description: 'What passes turns from service to service.' })
  readonly carrier!: CarrierKind;
  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Share (0..1) of its memory that Redis uses; null where it has no limit.',
  })
  readonly memoryRatio!: number | null;
  @ApiProperty({ type: [QueueDto], description: 'One queue a service.' })
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
  @ApiOperation({ summary: 'How the queues of the services stand (operators)' })
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
