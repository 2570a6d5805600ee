import { applyDecorators } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';

/** Documents the headers of the routes that begin a turn. */
export function ApiAskHeaders(): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description: 'A repeated request with the same key does not start another turn.',
    }),
    ApiHeader({
      name: 'X-Quarry-Session',
      required: false,
      description: 'Session to continue; `metadata.session` takes precedence.',
    }),
    ApiHeader({
      name: 'X-Quarry-Repository',
      required: false,
      description:
        'Repositories to search: names or patterns, separated by commas; `metadata.repository` takes precedence.',
    }),
  );
}
