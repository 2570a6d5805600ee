import { ApiProperty } from '@nestjs/swagger';

export class GitHookDto {
  @ApiProperty({
    example: '/v1/hooks/git/gh_2rQ8xT0kVb7nYw4mEs9aLc1d',
    description: 'Path that the git server calls.',
  })
  readonly path!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Secret for the git server, only in the response that creates it; null otherwise.',
  })
  readonly secret!: string | null;
}

/** When a repository is indexed again without a request. */
export class RefreshDto {
  @ApiProperty({ type: 'integer', nullable: true, example: 24, description: 'Period; null: not by time.' })
  readonly everyHours!: number | null;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Time of the next job; null without a period.',
  })
  readonly nextAt!: string | null;
  @ApiProperty({
    type: GitHookDto,
    nullable: true,
    description: 'Webhook of a git server; null without one.',
  })
  readonly hook!: GitHookDto | null;
}

/** What a call of a git server led to. */
export class GitHookReplyDto {
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'j1f2e3d',
    description: 'Id of the job; null if nothing had to be done.',
  })
  readonly job!: string | null;
  @ApiProperty({ description: 'Human-readable.' })
  readonly note!: string;
}
