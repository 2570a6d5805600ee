import { ApiProperty } from '@nestjs/swagger';

/** One searched snapshot. */
export class SnapshotRefDto {
  @ApiProperty({ example: 'shop', description: 'Repository that was searched.' })
  readonly repository!: string;
  @ApiProperty({ example: 'current', description: 'Snapshot that was searched.' })
  readonly snapshot!: string;
}
