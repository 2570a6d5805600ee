import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean } from 'class-validator';
import { Optional } from '../http/validation';

export class ForgetQuery {
  @ApiPropertyOptional({
    type: Boolean,
    default: false,
    description: 'True: what is kept of the turn is deleted, too.',
  })
  @Optional()
  @Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value))
  @IsBoolean()
  forget?: boolean;
}
