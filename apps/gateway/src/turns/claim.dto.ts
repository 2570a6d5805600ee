import { ApiProperty } from '@nestjs/swagger';
import { CLAIM_STATUSES, type ClaimStatus } from '@quarry/turn';

/** A sentence of the answer, held against the evidence. */
export class ClaimDto {
  @ApiProperty({ description: 'The sentence, as in `answer.english`; for a quotation, its caption.' })
  readonly text!: string;
  @ApiProperty({ type: [Number], example: [1], description: 'Numbers of the evidence that it cites.' })
  readonly cites!: readonly number[];
  @ApiProperty({
    enum: CLAIM_STATUSES,
    description:
      '`supported`: the evidence states it · `inferred`: close to what the evidence states · ' +
      '`unsupported`: a name, a number or a quotation is missing in the evidence, or nothing is close · ' +
      '`contradicted`: the evidence states otherwise · `unchecked`: no words match, and neither an ' +
      'embedder nor a model compared meanings.',
  })
  readonly status!: ClaimStatus;
  @ApiProperty({
    enum: ['code', 'embedding', 'model'],
    description:
      'What decided: a comparison of names, numbers and quotations, similarity of meaning, or a model.',
  })
  readonly by!: 'code' | 'embedding' | 'model';
  @ApiProperty({ example: "[1] has '90 days' instead of '80 days'", description: 'Reason, in a few words.' })
  readonly why!: string;
}
