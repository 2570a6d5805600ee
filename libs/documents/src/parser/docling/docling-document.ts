import { z } from 'zod';

const ref = z.object({ $ref: z.string() });
const bbox = z.object({
  ...{ l: z.number(), t: z.number(), r: z.number(), b: z.number() },
  coord_origin: z.string().optional(),
});
const item = {
  prov: z.array(z.object({ page_no: z.number(), bbox: bbox.optional() })).default([]),
  children: z.array(ref).default([]),
  content_layer: z.string().optional(),
};

const cell = z.object({
  text: z.string(),
  column_header: z.boolean().optional(),
  start_row_offset_idx: z.number().optional(),
  start_col_offset_idx: z.number().optional(),
  bbox: bbox.nullish(),
});

/** The part of a DoclingDocument, version 1, that is read. */
export const doclingDocument = z.object({
  name: z.string().optional(),
  body: z.object({ children: z.array(ref) }),
  groups: z.array(z.object({ children: z.array(ref).default([]) })).default([]),
  texts: z.array(
    z.object({
      ...item,
      label: z.string(),
      text: z.string(),
      level: z.number().optional(),
      marker: z.string().optional(),
    }),
  ),
  tables: z
    .array(
      z.object({
        ...item,
        captions: z.array(ref).default([]),
        data: z.object({ grid: z.array(z.array(cell)) }),
      }),
    )
    .default([]),
  pictures: z
    .array(
      z.object({
        ...item,
        captions: z.array(ref).default([]),
        annotations: z
          .array(z.object({ kind: z.string().optional(), text: z.string().optional() }))
          .default([]),
      }),
    )
    .default([]),
  pages: z
    .record(z.string(), z.object({ size: z.object({ width: z.number(), height: z.number() }).optional() }))
    .default({}),
});

export type DoclingDocument = z.infer<typeof doclingDocument>;
export type DoclingItem = { readonly prov: DoclingDocument['texts'][number]['prov'] };
export type DoclingBox = z.infer<typeof bbox>;

/** Reply of Docling Serve to a conversion. */
export const doclingReply = z.object({
  status: z.string().optional(),
  errors: z.array(z.object({ error_message: z.string().optional() })).default([]),
  document: z.object({ json_content: z.unknown() }),
});
