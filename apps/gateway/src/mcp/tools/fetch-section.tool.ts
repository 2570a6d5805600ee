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
  id: z.string().describe('Id, which reads the section.'),
  title: z.string(),
  level: z.number().int().describe('0 for a whole document.'),
});

const OUTPUT = {
  ...LOOKED_IN,
  passage: PASSAGE.optional().describe('Text of the page, with its place.'),
  section: z.string().nullable().optional().describe('Id of the section or page; null for lines.'),
  characters: z.number().int().optional().describe('Length of the whole section in characters.'),
  next: z.number().int().nullable().optional().describe("'offset' of the next page; null on the last one."),
  note: z.string().optional().describe('Position of the page, with the previous, next and nested sections.'),
  sections: z.array(ENTRY).optional().describe('The list of sections, at most 200, if no id was given.'),
  total: z.number().int().optional().describe('Total number of sections.'),
};

/** Adds the tool that reads sections, pages and lines. */
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
