/** A pipeline as OpenAI's API lists models. */
export interface Model {
  readonly id: string;
  readonly object: 'model';
  /** Seconds since the epoch; pipelines have no such date, so always 0. */
  readonly created: 0;
  readonly owned_by: 'quarry';
}

export function modelOf({ name }: { readonly name: string }): Model {
  return { id: name, object: 'model', created: 0, owned_by: 'quarry' };
}
