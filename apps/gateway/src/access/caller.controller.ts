import { Controller, Get, Inject } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiProperty, ApiResponse, ApiTags } from '@nestjs/swagger';
import { type Caller, DayBudgets, type Role, ROLES } from '@quarry/application/access';
import { ApiProblems } from '../http/problem.dto';
import { From } from './from-request';
import { LimitsDto, UsageDto } from './limits/limits.dto';

class CallerDto {
  @ApiProperty({ example: 'acme', description: 'Whose turns, sessions and repositories the key reaches.' })
  readonly tenant!: string;
  @ApiProperty({ enum: ROLES, description: 'What it may do; each role all of the one before.' })
  readonly role!: Role;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'k3Jx9QpL0aZb',
    description: "Id of the key, or the issuer's subject; null on a gateway without keys.",
  })
  readonly key!: string | null;
  @ApiProperty({ type: [String], nullable: true, description: 'Pipelines that it may ask with; null: all.' })
  readonly pipelines!: readonly string[] | null;
  @ApiProperty({
    type: [String],
    nullable: true,
    description: 'Repositories that it may read; null: all of its tenant, and the shared ones.',
  })
  readonly repositories!: readonly string[] | null;
  @ApiProperty({ type: LimitsDto, description: 'What may be used up.' })
  readonly limits!: LimitsDto;
  @ApiProperty({
    type: UsageDto,
    nullable: true,
    description: 'What the key has used up today; null where nobody counts it.',
  })
  readonly usage!: UsageDto | null;
}

@ApiTags('keys')
@ApiBearerAuth()
@Controller('v1/caller')
export class CallerController {
  constructor(@Inject(DayBudgets) private readonly budgets: DayBudgets) {}

  @Get()
  @ApiOperation({
    summary: 'Who asks, as the gateway sees it: tenant, role, what the key may use, and has used up',
  })
  @ApiResponse({ status: 200, type: CallerDto })
  @ApiProblems('unauthorized', 'rate_limited', 'store_unavailable')
  async getCaller(@From() caller: Caller): Promise<CallerDto> {
    const { tenant, role, key, pipelines, repositories } = caller;
    const limits = await this.budgets.limits(caller);
    const usage = await this.budgets.spent(caller);
    return { tenant, role, key, pipelines, repositories, limits, usage };
  }
}
