import { ApiProperty } from '@nestjs/swagger';
import type { Clause, Phrase } from '@quarry/turn';

export class ClauseDto implements Clause {
  @ApiProperty({
    example: 'requests_not_found',
    description:
      'Which clause it is. Also the rule of `stop`, a `code` of docs/errors.md, `writer` or `proof`, whose text is ' +
      'available in English only. Clients show the English sentence for a code that they do not know.',
  })
  readonly code!: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: { oneOf: [{ type: 'string' }, { type: 'number' }] },
    example: { missed: 1, count: 3 },
    description:
      'What is put into it, by name. `text` is the whole clause, where it is available in English only.',
  })
  readonly values!: Readonly<Record<string, string | number>>;
}

export class PhraseDto extends ClauseDto implements Phrase {
  @ApiProperty({
    type: ClauseDto,
    nullable: true,
    description:
      'The clause that gives the reason, as in "The answer is the best so far: …". Null without one.',
  })
  readonly because!: ClauseDto | null;
}

/** What the sentences of a turn are made of, for clients in other languages. */
export class PhrasesDto {
  @ApiProperty({ type: PhraseDto, description: 'What `reason` says.' })
  readonly reason!: PhraseDto;
  @ApiProperty({ type: [PhraseDto], description: 'What the sentences of `disclaimer` say.' })
  readonly disclaimer!: readonly PhraseDto[];
}
