import { ApiProperty } from '@nestjs/swagger';

/** How a piece of evidence was found; names as in design document 002. */
export class EvidenceMetadataDto {
  @ApiProperty({
    enum: ['primary', 'follow_up', 'related', 'session'],
    description:
      'How it was found: by the first searches, by a follow-up, next to other evidence, or in the ' +
      'session’s cache.',
  })
  readonly retrieval_type!: 'primary' | 'follow_up' | 'related' | 'session';
  @ApiProperty({ description: 'Query that found it first.' })
  readonly retrieval_query!: string;
  @ApiProperty({
    type: [String],
    description: 'Documents that were found next to it, and the document next to which it was found.',
  })
  readonly related_documents!: readonly string[];
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'handbook@current',
    description: 'Repository and snapshot in which it was found; null if it does not come from a search.',
  })
  readonly docs_path!: string | null;
}
