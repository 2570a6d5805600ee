import { ApiProperty } from '@nestjs/swagger';
import { ROLES, type Role } from '@quarry/application/access';

export class KeyLimitsDto {
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Maximum requests per minute; null for `QUARRY_RATE_LIMIT`.',
  })
  readonly requestsPerMinute!: number | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Maximum tokens per day (UTC); null for `QUARRY_DAY_TOKENS`.',
  })
  readonly tokensPerDay!: number | null;
  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Maximum cost per day (UTC); null for `QUARRY_DAY_COST`.',
  })
  readonly costPerDay!: number | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Maximum number of concurrent turns; null for `QUARRY_MAX_TURNS_PER_KEY`.',
  })
  readonly turnsAtOnce!: number | null;
}

export class ClearanceDto {
  @ApiProperty({ description: 'True if labels do not limit what the key reads.' })
  readonly everything!: boolean;
  @ApiProperty({ type: [String], example: ['finance'], description: 'Groups whose files the key can read.' })
  readonly groups!: readonly string[];
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'internal',
    description: 'Highest sensitivity that the key can read; null for the lowest.',
  })
  readonly sensitivity!: string | null;
}

/** An API key as operators see it, without its secret. */
export class KeyDto {
  @ApiProperty({ example: 'k3Jx9QpL0aZb', description: 'Id of the key: the middle part of its text.' })
  readonly id!: string;
  @ApiProperty({ example: 'billing service', description: 'Display name of the key.' })
  readonly name!: string;
  @ApiProperty({
    example: 'acme',
    description: 'Tenant whose turns, sessions and repositories the key can access.',
  })
  readonly tenant!: string;
  @ApiProperty({ enum: ROLES, description: 'Role of the key.' })
  readonly role!: Role;
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
    description: 'What the key can read of labelled files, while `QUARRY_LABELS` is `enforce`.',
  })
  readonly clearance!: ClearanceDto;
  @ApiProperty({ type: KeyLimitsDto, description: 'Limits of the key.' })
  readonly limits!: KeyLimitsDto;
  @ApiProperty({ format: 'date-time', description: 'Time of creation.' })
  readonly createdAt!: string;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Time of expiry; null if the key does not expire.',
  })
  readonly expiresAt!: string | null;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Time of revocation; null if the key has not been revoked.',
  })
  readonly revokedAt!: string | null;
}

export class CreatedKeyDto extends KeyDto {
  @ApiProperty({
    example: 'qk_k3Jx9QpL0aZb_…',
    description: 'The API key. It is shown only once: Quarry stores a digest of it.',
  })
  readonly key!: string;
}

export class KeyListDto {
  @ApiProperty({ type: [KeyDto], description: 'All keys, newest first, including revoked and expired ones.' })
  readonly keys!: readonly KeyDto[];
}
