import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { cleanupOpenApiDoc } from 'nestjs-zod';
import { namedEventSchemas } from '../events/event-schemas';
import { withCommonProblems } from './common-problems';
import { inOpenApi31 } from '../http/openapi-31';

const DESCRIPTION = `Questions about code and documents, answered with citations that open the right lines.

Ask with \`POST /v1/turns\`, follow the turn's log with \`GET /v1/turns/{id}/events\`, read the answer with
\`GET /v1/turns/{id}\`. A follow-up names the \`session\` of the turn before it.

Every error is a problem document (RFC 9457, \`application/problem+json\`) with a stable \`code\`. With API keys set, send
\`Authorization: Bearer KEY\`; a key sees its own tenant's turns and sessions, and no others.`;

/** Publishes the API documentation at `/docs`, and as JSON at `/v1/openapi.json`. It loads nothing from other hosts. */
export function publishOpenApi(app: INestApplication): void {
  const about = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Quarry')
    .setDescription(DESCRIPTION)
    .setVersion('1')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/', 'This gateway')
    .addBearerAuth()
    .build();
  SwaggerModule.setup(
    'docs',
    app,
    () => withEvents(SwaggerModule.createDocument(app, about, { operationIdFactory: nameOf })),
    {
      jsonDocumentUrl: 'v1/openapi.json',
      customSiteTitle: 'Quarry API',
      // The default would send the document's URL to a validator on the internet.
      swaggerOptions: { validatorUrl: null, displayRequestDuration: true },
    },
  );
}

/** The operation id is the name of the controller's method, which generated clients use as the function name. */
const nameOf = (_controller: string, method: string): string => method;

/** Adds the schemas of the stream's events, so that generated clients have types for them. */
function withEvents(document: OpenAPIObject): OpenAPIObject {
  const { components, ...rest } = inOpenApi31(withCommonProblems(withSecurity(cleanupOpenApiDoc(document))));
  const schemas = { ...components?.schemas, ...namedEventSchemas('#/components/schemas') };
  return { ...rest, components: { ...components, schemas } };
}

/** Marks routes without security as open: no key is required or checked. */
function withSecurity(document: OpenAPIObject): OpenAPIObject {
  for (const item of Object.values(document.paths))
    for (const method of ['get', 'put', 'post', 'delete'] as const) {
      const operation = item[method];
      if (operation) operation.security ??= [];
    }
  return document;
}
