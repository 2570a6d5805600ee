import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import type { FaultCode } from '@quarry/turn';
import { statusOf } from './problem-status';

/** Problem details (RFC 9457): the one form of every error. */
export class ProblemDto {
  @ApiProperty({
    example: 'urn:quarry:problem:turn_unknown',
    description: 'Which problem it is, as a URI: the prefix `urn:quarry:problem:` and the `code`.',
  })
  readonly type!: string;
  @ApiProperty({ example: 'Not Found', description: "The status' own words." })
  readonly title!: string;
  @ApiProperty({ type: 'integer', example: 404, description: 'The HTTP status once more.' })
  readonly status!: number;
  @ApiProperty({
    example: 'turn_unknown',
    description: 'Stable code to go by in programs; docs/errors.md lists all.',
  })
  readonly code!: string;
  @ApiProperty({ description: 'For people: what happened, and what to do.' })
  readonly detail!: string;
  @ApiProperty({
    example: '/v1/turns/t0mg2x',
    description:
      'What was asked for: path of the request. The header `X-Request-Id` names the request itself.',
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
