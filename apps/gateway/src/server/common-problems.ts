import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import type { FaultCode } from '@quarry/turn';
import { isOpenAiPath, OpenAiErrorDto } from '../openai/openai-error';
import { ProblemDto } from '../http/problem.dto';
import { statusOf } from '../http/problem-status';

/** Problems that any route with authentication, and any route with a body, can respond with. */
const OF_CALLERS: readonly FaultCode[] = ['bad_request', 'unauthorized', 'forbidden', 'rate_limited'];
const OF_MODELS: readonly FaultCode[] = ['pipeline_unknown'];
const OF_RESPONSES: readonly FaultCode[] = ['turn_unknown'];
const OF_BODIES: readonly FaultCode[] = ['bad_request', 'body_too_large', 'media_type_unsupported'];

/** While labels are enforced: what the caller may read is being prepared. */
const OF_READERS: readonly FaultCode[] = ['index_busy'];
const READS =
  /^\/v1\/(?:search|lookup|sections|tables|graph|repositories|turns$|turns\/\{id\}\/rerun|chat|responses$)/;

const PROBLEM: Readonly<Record<string, { schema: { $ref: string } }>> = {
  'application/problem+json': { schema: { $ref: getSchemaPath(ProblemDto) } },
};
const OPENAI_ERROR: typeof PROBLEM = {
  'application/json': { schema: { $ref: getSchemaPath(OpenAiErrorDto) } },
};

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;

/** Adds the responses of authentication, rate limits and body checks to every operation. */
export function withCommonProblems(document: OpenAPIObject): OpenAPIObject {
  for (const [path, item] of Object.entries(document.paths))
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      const codes = [
        ...(path.startsWith('/v1/') ? OF_CALLERS : []),
        ...(READS.test(path) ? OF_READERS : []),
        ...(isOpenAiPath(path) ? OF_MODELS : []),
        ...(path.startsWith('/v1/responses') ? OF_RESPONSES : []),
        ...(operation.requestBody === undefined ? [] : OF_BODIES),
      ];
      const content = isOpenAiPath(path) ? OPENAI_ERROR : PROBLEM;
      for (const code of codes) addProblem(operation.responses, code, content);
    }
  return document;
}

type Responses = OpenAPIObject['paths'][string]['get'] extends infer O
  ? NonNullable<O> extends { responses: infer R }
    ? R
    : never
  : never;

function addProblem(responses: Responses, code: FaultCode, content: typeof PROBLEM): void {
  const status = String(statusOf(code));
  const before = responses[status];
  const { description: described = '', content: own } = before && 'description' in before ? before : {};
  if (described.includes(`\`${code}\``)) return;
  responses[status] = {
    description: described ? `${described} · \`${code}\`` : `\`${code}\``,
    content: { ...own, ...content },
  };
}
