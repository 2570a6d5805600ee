import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { integer, words } from '../http/fields';
import { SNAPSHOT_FIELDS } from '../turns/snapshot.schema';

/** Maximum characters of an id, a title or a path. */
const MAX_ID = 1_000;

/** Which sections to list: the body of `POST /v1/sections`, and in part the input of the MCP tool `fetch_section`. */
export const SECTION_LIST = z.strictObject({
  ...SNAPSHOT_FIELDS,
  document: words(MAX_ID).optional().meta({
    example: 'halden-2023.pdf',
    description:
      'Path or id of a document, or the end of its path. By default the documents themselves are listed.',
  }),
  limit: integer(1, 1_000).default(200).describe('Maximum number of sections in the response.'),
  skip: integer(0, 10_000_000).default(0).describe('Number of sections to skip.'),
});

/** Which text to read: the body of `POST /v1/sections/text`, and in part the input of the MCP tool `fetch_section`. */
export const SECTION_TEXT = z.strictObject({
  ...SNAPSHOT_FIELDS,
  id: words(MAX_ID).meta({
    example: 'halden-2023.pdf#revenue',
    description:
      'Id or title of a section, page as `PATH#page=N` or `PATH, page N`, lines as `PATH#L10-L20`, path, or name of a definition.',
  }),
  offset: integer(0, 1_000_000_000).optional().meta({
    default: 0,
    description: "Where to continue: `next` of the previous page, in characters from the section's start.",
  }),
  characters: integer(200, 100_000)
    .optional()
    .meta({ default: 6_000, description: 'Maximum characters of the page.' }),
});

export class SectionsInput extends createZodDto(SECTION_LIST) {}
export class SectionTextInput extends createZodDto(SECTION_TEXT) {}
