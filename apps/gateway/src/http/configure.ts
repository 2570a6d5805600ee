import { ValidationPipe, type INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { QuarryConfig } from '@quarry/platform';
import { Fault } from '@quarry/turn';
import { json } from 'express';
import helmet from 'helmet';
import { ProblemFilter } from './problem.filter';

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1']);

/** Body limit: a question of 32 KB in its longest JSON form, and room for the rest. */
const MAX_BODY = '256kb';

/**
 * Everything HTTP of a gateway: headers, limits, validation, errors, the OpenAPI page at `/docs`.
 * @throws Fault `bad_request` where it would listen beyond this machine without API keys.
 */
export function configureHttp(app: INestApplication, config: QuarryConfig): void {
  if (!LOOPBACK.has(config.host) && Object.keys(config.apiKeys).length === 0) {
    throw new Fault(
      'bad_request',
      `Refusing to listen on ${config.host} without API keys: set QUARRY_API_KEYS=key=tenant, or listen on 127.0.0.1.`,
    );
  }
  app.use(helmet());
  app.use(json({ limit: MAX_BODY }));
  app.useGlobalPipes(
    new ValidationPipe({
      whitelist: true,
      forbidNonWhitelisted: true,
      transform: true,
      exceptionFactory: (errors) =>
        new Fault('bad_request', errors.map((error) => describe(error)).join('; ')),
    }),
  );
  app.useGlobalFilters(new ProblemFilter());
  const document = new DocumentBuilder()
    .setTitle('Quarry')
    .setDescription('Questions about code and documents, answered with citations.')
    .setVersion('1')
    .addBearerAuth()
    .build();
  SwaggerModule.setup('docs', app, () => SwaggerModule.createDocument(app, document), {
    jsonDocumentUrl: 'v1/openapi.json',
  });
}

interface FieldError {
  readonly property: string;
  readonly constraints?: Record<string, string>;
  readonly children?: FieldError[];
}

function describe(error: FieldError): string {
  const own = Object.values(error.constraints ?? {});
  const inner = (error.children ?? []).map((child) => `${error.property}.${describe(child)}`);
  return [...own, ...inner].join('; ') || `${error.property} is wrong`;
}
