import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { Fault } from '@quarry/turn';
import { isZodDto } from 'nestjs-zod/dto';
import type { z } from 'zod';
import { readInput } from './read-input';

/** Validates the body and the query of a route against the schema of the parameter's class. */
export class SchemaPipe implements PipeTransform {
  /** @throws Fault `bad_request` if the input does not fit its schema */
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (!isZodDto(metatype)) return value;
    if (type === 'body' && Array.isArray(value))
      throw new Fault('bad_request', 'The body must be a JSON object, not a list.');
    return readInput(metatype.schema as z.ZodType, value ?? {});
  }
}
