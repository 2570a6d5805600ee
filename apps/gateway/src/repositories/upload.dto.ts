import { ApiProperty } from '@nestjs/swagger';
import { MAX_UPLOAD_BYTES } from '@quarry/repositories';

/** A file that is being uploaded, or waits for a job. */
export class UploadDto {
  @ApiProperty({
    example: 'u0mfx3k2a91f2e3d4c5b6a798',
    description: 'Id for the next parts and for the job.',
  })
  readonly id!: string;
  @ApiProperty({ example: 'shop.zip', description: 'Name of the file.' })
  readonly name!: string;
  @ApiProperty({
    type: 'integer',
    example: 1_204_224,
    maximum: MAX_UPLOAD_BYTES,
    description: 'Bytes that have arrived.',
  })
  readonly bytes!: number;
}
