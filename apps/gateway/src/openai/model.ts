import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';

const MODEL = z
  .object({
    id: z.string().describe('Name of the pipeline.'),
    object: z.literal('model').describe('Kind of object.'),
    created: z.literal(0).describe('Always 0: pipelines have no such date.'),
    owned_by: z.literal('quarry').describe('Always `quarry`.'),
  })
  .describe("A pipeline as OpenAI's API lists models.");

export type Model = Readonly<z.infer<typeof MODEL>>;

const MODEL_LIST = z.object({
  object: z.literal('list').describe('Kind of object.'),
  data: z.array(MODEL).describe('The models that the caller may use.'),
});
export type ModelList = z.infer<typeof MODEL_LIST>;

/** Documented bodies of the models API. */
export class ModelDto extends createZodDto(MODEL) {}
export class ModelListDto extends createZodDto(MODEL_LIST) {}

export function modelOf({ name }: { readonly name: string }): Model {
  return { id: name, object: 'model', created: 0, owned_by: 'quarry' };
}
