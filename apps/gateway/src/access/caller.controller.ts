import { Controller, Get, Inject } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiProperty, ApiResponse, ApiTags } from '@nestjs/swagger';
import { type Caller, DayBudgets, presentClearance, type Role, ROLES } from '@quarry/application/access';
import { ApiProblems } from '../http/problem.dto';
import { AppliesLabels, From } from './from-request';
import { ClearanceDto } from './key.dto';
import { LimitsDto, UsageDto } from './limits/limits.dto';

class CallerDto {
  @ApiProperty({
    example: 'acme',
    description: 'Tenant whose turns, sessions and repositories the key can access.',
  })
  readonly tenant!: string;
  @ApiProperty({
    enum: ROLES,
    description: 'Role of the key. Each role includes the permissions of the previous one.',
  })
  readonly role!: Role;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'k3Jx9QpL0aZb',
    description: 'Id of the API key, or subject of the token; null on a gateway without keys.',
  })
  readonly key!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'billing service',
    description: 'Name of the key, or of the user of the token; null if unknown.',
  })
  readonly name!: string | null;
  @ApiProperty({
    type: [String],
    nullable: true,
    description: 'Pipelines that the key can use; null for all.',
  })
  readonly pipelines!: readonly string[] | null;
  @ApiProperty({
    type: [String],
    nullable: true,
    description: 'Repositories that the key can read; null for all of its tenant and the shared ones.',
  })
  readonly repositories!: readonly string[] | null;
  @ApiProperty({
    type: ClearanceDto,
    description: 'What the caller can read of labelled files, while `QUARRY_LABELS` is `enforce`.',
  })
  readonly clearance!: ClearanceDto;
  @ApiProperty({ type: LimitsDto, description: 'Limits of the caller.' })
  readonly limits!: LimitsDto;
  @ApiProperty({
    type: UsageDto,
    nullable: true,
    description: 'Usage of the key today (UTC); null if it is not counted.',
  })
  readonly usage!: UsageDto | null;
}

@ApiTags('keys')
@ApiBearerAuth()
@AppliesLabels()
@Controller('v1/caller')
export class CallerController {
  constructor(@Inject(DayBudgets) private readonly budgets: DayBudgets) {}

  @Get()
  @ApiOperation({
    summary: 'Get the caller: tenant, role, permissions, limits and usage',
  })
  @ApiResponse({ status: 200, type: CallerDto })
  @ApiProblems('unauthorized', 'rate_limited', 'store_unavailable')
  async getCaller(@From() caller: Caller): Promise<CallerDto> {
    const { tenant, role, key, name = null, pipelines, repositories } = caller;
    const limits = await this.budgets.limits(caller);
    const usage = await this.budgets.spent(caller);
    const clearance = presentClearance(caller.clearance);
    return { tenant, role, key, name, pipelines, repositories, clearance, limits, usage };
  }
}
