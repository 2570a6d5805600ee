import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';
import { Optional } from '../http/validation';

/** What is deleted cannot be had back: its name is said twice. */
export class ConfirmQuery {
  @ApiPropertyOptional({
    description: 'The name once more, of the repository or of the snapshot that is to go. It must be there.',
  })
  @Optional()
  @IsString()
  @MaxLength(200)
  confirm?: string;
}
