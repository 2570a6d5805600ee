import { ApiProperty } from '@nestjs/swagger';

export class OwnerSessionDto {
  @ApiProperty({ description: 'Token for the header `X-Quarry-Owner`. It is valid until the gateway stops.' })
  readonly token!: string;
}

class FolderDto {
  @ApiProperty({ example: 'shop', description: 'Name of the folder.' })
  readonly name!: string;
  @ApiProperty({ example: '/home/ann/src/shop', description: 'Absolute path of the folder.' })
  readonly path!: string;
  @ApiProperty({ description: 'True if the folder is a git repository.' })
  readonly isRepository!: boolean;
}

export class FolderListDto {
  @ApiProperty({ example: '/home/ann/src', description: 'Absolute path, without symbolic links.' })
  readonly path!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: '/home/ann',
    description: 'The folder above; null at the top.',
  })
  readonly parent!: string | null;
  @ApiProperty({ description: 'False for a home folder and the folders above it.' })
  readonly mayBeChosen!: boolean;
  @ApiProperty({
    type: [FolderDto],
    description: 'The folders in it, by name. Hidden folders, links and folders of the system are left out.',
  })
  readonly folders!: readonly FolderDto[];
}
