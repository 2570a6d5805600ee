import { ValidationPipe, type ArgumentMetadata } from '@nestjs/common';
import { suggestion } from '@quarry/pipeline';
import { Fault } from '@quarry/turn';
import { getMetadataStorage, ValidateIf, type ValidationError } from 'class-validator';

/** A field that may be left out. Unlike `@IsOptional()`, `null` is no value for it. */
export function Optional(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== undefined);
}

/** Refuses what a DTO does not describe, with a sentence for each field that is wrong. */
export function validationPipe(): ValidationPipe {
  return new BodyPipe({
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    transform: true,
    exceptionFactory: (errors) => new Fault('bad_request', describe(errors, '').slice(0, 5).join('; ')),
  });
}

/** A list has none of the fields of a DTO, and so, where all of them are optional, nothing wrong: it is refused by its form. */
class BodyPipe extends ValidationPipe {
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { type, metatype } = metadata;
    const wantsFields = metatype !== undefined && metatype !== Object && metatype !== Array;
    if (type === 'body' && wantsFields && Array.isArray(value))
      throw new Fault('bad_request', 'The body must be a JSON object, not a list.');
    return super.transform(value, metadata) as Promise<unknown>;
  }
}

function describe(errors: readonly ValidationError[], path: string): string[] {
  return errors.flatMap((error) => {
    const inner = describe(error.children ?? [], `${path}${error.property}.`);
    return [...own(error, path), ...inner];
  });
}

function own({ constraints = {}, property, target }: ValidationError, path: string): string[] {
  return Object.entries(constraints).map(([rule, message]) => {
    if (rule !== 'whitelistValidation') return `${path}${message}`;
    const name = property.slice(0, 100);
    return `unknown field '${path}${name}'${suggestion(name, target ? fieldsOf(target) : [])}`;
  });
}

function fieldsOf(target: object): string[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(target.constructor, '', false, false);
  return rules.map((rule) => rule.propertyName);
}
