import { z } from 'zod';

/** Text of a notebook: one string, or the lines of it with their ends. */
const text = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (typeof value === 'string' ? value : value.join('')));

const output = z.object({
  output_type: z.string().optional(),
  text: text.optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  ename: z.string().optional(),
  evalue: z.string().optional(),
  // Before version 4, without `data`.
  html: text.optional(),
  png: z.unknown().optional(),
  svg: z.unknown().optional(),
  jpeg: z.unknown().optional(),
});

const cell = z.object({
  cell_type: z.string(),
  source: text.optional(),
  input: text.optional(),
  language: z.string().optional(),
  level: z.number().optional(),
  outputs: z.array(output.catch({})).optional(),
  execution_count: z.number().nullish(),
  prompt_number: z.number().nullish(),
});

const notebook = z.object({
  nbformat: z.number().optional(),
  metadata: z
    .object({
      title: z.string().optional().catch(undefined),
      language_info: z.object({ name: z.string().optional() }).optional().catch(undefined),
      kernelspec: z.object({ language: z.string().optional() }).optional().catch(undefined),
    })
    .optional(),
  cells: z.array(z.unknown()).optional(),
  worksheets: z.array(z.object({ cells: z.array(z.unknown()).optional() })).optional(),
});

export type NotebookCell = z.infer<typeof cell>;
export type NotebookOutput = z.infer<typeof output>;

/** A notebook as it is stored. */
export interface Notebook {
  readonly title: string | undefined;
  /** Language of its code, if it says so. */
  readonly language: string | undefined;
  /** Null for a cell that is damaged. */
  readonly cells: readonly (NotebookCell | null)[];
}

/** Parses the JSON of a notebook, of any version; null for anything else. */
export function readNotebook(json: string): Notebook | null {
  let content: unknown;
  try {
    content = JSON.parse(json);
  } catch {
    return null;
  }
  const parsed = notebook.safeParse(content);
  if (!parsed.success) return null;
  const { metadata, cells, worksheets } = parsed.data;
  // Before version 4, cells were in worksheets.
  const all = cells ?? worksheets?.flatMap((sheet) => sheet.cells ?? []);
  if (!all) return null;
  return {
    title: metadata?.title,
    language: metadata?.language_info?.name ?? metadata?.kernelspec?.language,
    cells: all.map((one) => cell.safeParse(one).data ?? null),
  };
}
