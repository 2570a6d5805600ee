import { ApiProperty } from '@nestjs/swagger';
import { ROLES, type Role } from '@quarry/application/access';

export class KeyLimitsDto {
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Most requests in a minute; null: `QUARRY_RATE_LIMIT`.',
  })
  readonly requestsPerMinute!: number | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Most tokens in a day; null: `QUARRY_DAY_TOKENS`.',
  })
  readonly tokensPerDay!: number | null;
  @ApiProperty({ type: Number, nullable: true, description: 'Most money in a day; null: `QUARRY_DAY_COST`.' })
  readonly costPerDay!: number | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Most turns that run at once; null: `QUARRY_MAX_TURNS_PER_KEY`.',
  })
  readonly turnsAtOnce!: number | null;
}

/** An API key as operators see it, without its secret. */
export class KeyDto {
  @ApiProperty({ example: 'k3Jx9QpL0aZb', description: 'Names the key; the middle part of its text.' })
  readonly id!: string;
  @ApiProperty({ example: 'billing service', description: 'For people: who uses it.' })
  readonly name!: string;
  @ApiProperty({ example: 'acme', description: 'Whose turns, sessions and repositories it reaches.' })
  readonly tenant!: string;
  @ApiProperty({ enum: ROLES, description: 'What it may do.' })
  readonly role!: Role;
  @ApiProperty({ type: [String], nullable: true, description: 'Pipelines that it may ask with; null: all.' })
  readonly pipelines!: readonly string[] | null;
  @ApiProperty({
    type: [String],
    nullable: true,
    description: 'Repositories that it may read; null: all of its tenant.',
  })
  readonly repositories!: readonly string[] | null;
  @ApiProperty({ type: KeyLimitsDto, description: 'What it may use up.' })
  readonly limits!: KeyLimitsDto;
  @ApiProperty({ format: 'date-time', description: 'When it was made.' })
  readonly createdAt!: string;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When it expires; null: never.',
  })
  readonly expiresAt!: string | null;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When it was revoked; null: it was not.',
  })
  readonly revokedAt!: string | null;
}

export class CreatedKeyDto extends KeyDto {
  @ApiProperty({
    example: 'qk_k3Jx9QpL0aZb_…',
    description: 'The key itself. Shown this once: only a digest of it is kept.',
  })
  readonly key!: string;
}

export class KeyListDto {
  @ApiProperty({ type: [KeyDto], description: 'All keys, newest first; also revoked and expired ones.' })
  readonly keys!: readonly KeyDto[];
}
