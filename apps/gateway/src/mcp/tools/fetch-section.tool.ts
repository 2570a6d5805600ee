import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { defined } from '@quarry/turn';
import { presentSection, presentSections } from '../../search/present-search';
import { SECTION_LIST, SECTION_TEXT } from '../../search/section.schema';
import type { ToolContext } from '../tool-context';
import { answering, found } from '../tool-result';
import { LOOKED_IN, PASSAGE, READS_ONLY } from './schemas';
import { namedOf } from './search.tool';

const { id, offset, characters, repository, snapshot } = SECTION_TEXT.shape;
const INPUT = {
  id: id.optional().describe(`${id.description ?? ''} By default sections are listed.`),
  document: SECTION_LIST.shape.document,
  ...{ offset, characters, repository, snapshot },
};

const ENTRY = z.looseObject({
  id: z.string().describe('Id that reads it.'),
  title: z.string(),
  level: z.number().int().describe('0 for a document as a whole.'),
});

const OUTPUT = {
  ...LOOKED_IN,
  passage: PASSAGE.optional().describe('The page that was read, with its place.'),
  section: z.string().nullable().optional().describe('Id of the section or page; null for lines.'),
  characters: z.number().int().optional().describe('Characters of the whole section.'),
  next: z.number().int().nullable().optional().describe("'offset' of the next page; null on the last one."),
  note: z.string().optional().describe('Where it stands, and what is before, behind and below it.'),
  sections: z.array(ENTRY).optional().describe('The list, where no id was given: at most 200.'),
  total: z.number().int().optional().describe('How many sections there are in all.'),
};

/** Text by its place. */
export function addFetchSection(server: McpServer, { caller, sections }: ToolContext): void {
  const config = {
    title: 'Read a section, a page or lines',
    description:
      'Reads indexed text page by page, or lists the sections of a document. For an unknown id, the error ' +
      'lists the nearest ids.',
    inputSchema: INPUT,
    outputSchema: OUTPUT,
    annotations: READS_ONLY,
  };
  server.registerTool('fetch_section', config, ({ id, document, offset, characters, ...where }) =>
    answering(async () => {
      if (id === undefined) {
        const wanted = { ...namedOf(where), ...defined({ document }) };
        const { ref, sections: listed } = await sections.list(caller, wanted);
        return found(presentSections(ref, listed, {}));
      }
      const wanted = {
        id,
        ...namedOf(where),
        ...defined({ offset, characters }),
      };
      return found(presentSection(await sections.read(caller, wanted)));
    }),
  );
}
