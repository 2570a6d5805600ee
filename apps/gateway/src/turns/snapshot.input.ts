import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';
import { Optional } from '../http/validation';

/** Which snapshot of which repository is meant. */
export class SnapshotInput {
  @ApiPropertyOptional({
    description:
      'Repository that is meant; see GET /v1/repositories. Left out: that of the pipeline, else the default one.',
  })
  @Optional()
  @IsString()
  @MaxLength(200)
  repository?: string;

  @ApiPropertyOptional({ description: 'Snapshot of the repository; left out, the current one.' })
  @Optional()
  @IsString()
  @MaxLength(200)
  snapshot?: string;
}
