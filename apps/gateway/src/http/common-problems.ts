import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import type { FaultCode } from '@quarry/turn';
import { ProblemDto } from './problem.dto';
import { statusOf } from './problem-status';

/** What any route for callers may answer with, and what any that takes a body may. */
const OF_CALLERS: readonly FaultCode[] = ['bad_request', 'unauthorized', 'forbidden', 'rate_limited'];
const OF_BODIES: readonly FaultCode[] = ['bad_request', 'body_too_large', 'media_type_unsupported'];

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;

/** Adds to every operation what the doors before it may answer: who may call how often, and what may be sent. */
export function withCommonProblems(document: OpenAPIObject): OpenAPIObject {
  for (const [path, item] of Object.entries(document.paths))
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      const codes = [
        ...(path.startsWith('/v1/') ? OF_CALLERS : []),
        ...(operation.requestBody === undefined ? [] : OF_BODIES),
      ];
      for (const code of codes) addProblem(operation.responses, code);
    }
  return document;
}

type Responses = OpenAPIObject['paths'][string]['get'] extends infer O
  ? NonNullable<O> extends { responses: infer R }
    ? R
    : never
  : never;

function addProblem(responses: Responses, code: FaultCode): void {
  const status = String(statusOf(code));
  const before = responses[status];
  const described = before && 'description' in before ? before.description : '';
  if (described.includes(`\`${code}\``)) return;
  responses[status] = {
    description: described ? `${described} · \`${code}\`` : `\`${code}\``,
    content: { 'application/problem+json': { schema: { $ref: getSchemaPath(ProblemDto) } } },
  };
}
