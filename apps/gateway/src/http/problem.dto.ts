import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import type { FaultCode } from '@quarry/turn';
import { statusOf } from './problem-status';

/** Problem details (RFC 9457): the one form of every error. */
export class ProblemDto {
  @ApiProperty({
    example: 'urn:quarry:problem:turn_unknown',
    description: 'URI of the problem type: the prefix `urn:quarry:problem:` and the `code`.',
  })
  readonly type!: string;
  @ApiProperty({ example: 'Not Found', description: 'Reason phrase of the HTTP status.' })
  readonly title!: string;
  @ApiProperty({ type: 'integer', example: 404, description: 'HTTP status of the response.' })
  readonly status!: number;
  @ApiProperty({
    example: 'turn_unknown',
    description: 'Stable code for programs; docs/errors.md lists all codes.',
  })
  readonly code!: string;
  @ApiProperty({ description: 'What happened and what to do about it, in plain text.' })
  readonly detail!: string;
  @ApiProperty({
    example: '/v1/turns/t0mg2x',
    description: 'Path of the request. The header `X-Request-Id` identifies the request.',
  })
  readonly instance!: string;
}

/** Documents the problems that a route may answer with, grouped by status. */
export function ApiProblems(...codes: readonly FaultCode[]): MethodDecorator & ClassDecorator {
  const statuses = [...new Set(codes.map(statusOf))];
  const responses = statuses.map((status) =>
    ApiResponse({
      status,
      description: codes
        .filter((code) => statusOf(code) === status)
        .map((code) => `\`${code}\``)
        .join(' · '),
      content: { 'application/problem+json': { schema: { $ref: getSchemaPath(ProblemDto) } } },
    }),
  );
  return applyDecorators(ApiExtraModels(ProblemDto), ...responses);
}
