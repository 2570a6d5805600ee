import { ApiProperty } from '@nestjs/swagger';

/** How a piece of evidence was found; names as in design document 002. */
export class EvidenceMetadataDto {
  @ApiProperty({
    enum: ['primary', 'follow_up', 'related', 'session'],
    description:
      'By the first searches, by a follow-up, beside another piece of evidence, or from the session’s cache.',
  })
  readonly retrieval_type!: 'primary' | 'follow_up' | 'related' | 'session';
  @ApiProperty({ description: 'The query that found it first.' })
  readonly retrieval_query!: string;
  @ApiProperty({
    type: [String],
    description: 'Other documents that were found beside it, and the one beside which it was found.',
  })
  readonly related_documents!: readonly string[];
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'handbook@current',
    description: 'Repository and snapshot in which it was found; null where no search brought it.',
  })
  readonly docs_path!: string | null;
}
