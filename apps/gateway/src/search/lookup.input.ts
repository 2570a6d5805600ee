import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { EDGE_KINDS, type EdgeKind } from '@quarry/graph-store';
import { ArrayMaxSize, IsArray, IsIn, IsInt, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { Optional } from '../http/validation';
import { SnapshotInput } from '../turns/snapshot.input';

/** Characters of a name. */
export const MAX_NAME = 1_000;
/** Nodes of one lookup, and neighbours of each. */
export const MAX_NODES = 20;
export const MAX_NEIGHBOURS = 100;

export class LookupInput extends SnapshotInput {
  @ApiProperty({
    example: 'InvoiceService.Cancel',
    description: "A symbol as code writes it, a node's key, or a path. Exact names come before partial ones.",
  })
  @IsString()
  @MaxLength(MAX_NAME)
  @Matches(/\S/, { message: 'name must not be empty' })
  name!: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MAX_NODES,
    default: 5,
    description: 'Most nodes of that name.',
  })
  @Optional()
  @IsInt()
  @Min(1)
  @Max(MAX_NODES)
  limit?: number;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: MAX_NEIGHBOURS,
    default: 20,
    description: 'Most neighbours of each node.',
  })
  @Optional()
  @IsInt()
  @Min(0)
  @Max(MAX_NEIGHBOURS)
  neighbours?: number;

  @ApiPropertyOptional({
    enum: EDGE_KINDS,
    isArray: true,
    example: ['CALLS'],
    description: 'Kinds of edges that lead to neighbours; left out, all.',
  })
  @Optional()
  @IsArray()
  @ArrayMaxSize(EDGE_KINDS.length)
  @IsIn(EDGE_KINDS, { each: true })
  edgeKinds?: EdgeKind[];
}
