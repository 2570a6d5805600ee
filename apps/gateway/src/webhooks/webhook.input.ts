import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { MAX_URL, WEBHOOK_EVENTS, type WebhookEvent } from '@quarry/application/webhooks';
import { Type } from 'class-transformer';
import {
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsString,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { Optional } from '../http/validation';

export class NewWebhookDto {
  @ApiProperty({
    example: 'https://hooks.example.com/quarry',
    description: 'Where to send to: https, a public address, without user and password.',
  })
  @IsString()
  @MaxLength(MAX_URL)
  url!: string;

  @ApiPropertyOptional({
    enum: WEBHOOK_EVENTS,
    isArray: true,
    default: [...WEBHOOK_EVENTS],
    description: 'What to be told of.',
  })
  @Optional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayUnique()
  @IsIn(WEBHOOK_EVENTS, { each: true })
  events?: WebhookEvent[];

  @ApiPropertyOptional({ default: '', description: 'What it is for, for people.' })
  @Optional()
  @IsString()
  @MaxLength(500)
  description?: string;
}

export class DeliveriesQuery {
  @ApiPropertyOptional({
    type: 'integer',
    default: 20,
    minimum: 1,
    maximum: 200,
    description: 'Most deliveries to list.',
  })
  @Optional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(200)
  limit?: number;
}
