import { ApiProperty } from '@nestjs/swagger';
import { CLAIM_STATUSES, type ClaimStatus } from '@quarry/turn';

/** A sentence of the answer, held against the evidence. */
export class ClaimDto {
  @ApiProperty({ description: 'The sentence as it stands in `answer.english`; of a quotation, its caption.' })
  readonly text!: string;
  @ApiProperty({ type: [Number], example: [1], description: 'Numbers of the evidence that it cites.' })
  readonly cites!: readonly number[];
  @ApiProperty({
    enum: CLAIM_STATUSES,
    description:
      '`supported`: the evidence says it · `inferred`: near to what it says · `unsupported`: a name, a number or a quotation is not ' +
      'there, or nothing is near · `contradicted`: it says otherwise · `unchecked`: nothing is near in words, and neither an embedder nor a model compared meanings.',
  })
  readonly status!: ClaimStatus;
  @ApiProperty({
    enum: ['code', 'embedding', 'model'],
    description: 'What decided: names, numbers and quotations compared, nearness of meaning, or a model.',
  })
  readonly by!: 'code' | 'embedding' | 'model';
  @ApiProperty({ example: "[1] has '90 days' instead of '80 days'", description: 'Why, in a few words.' })
  readonly why!: string;
}
