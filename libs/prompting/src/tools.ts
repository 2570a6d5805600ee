import type { ChatTool } from '@quarry/chat-model';
import type { Tool } from '@quarry/turn';

/** What an agent learns about its tools. Signatures are those of the reply protocol `agent`. */
const DEFINITIONS: Readonly<Record<Tool, ChatTool>> = {
  search: {
    name: 'search',
    description:
      'Searches code and documents by meaning and by keywords, and gives the most relevant passages as numbered evidence. ' +
      'Use it first, and whenever you do not know what something is called. One query asks for one thing: several things are several calls, ' +
      'of which up to four may be made at once. A query that says the same as an earlier one is refused.',
    parameters: {
      type: 'object',
      properties: {
        query: {
          type: 'string',
          description:
            'What to find, in words of the code or of the documents, e.g. "invoice cancellation stock restore".',
        },
      },
      required: ['query'],
      additionalProperties: false,
    },
  },
  lookup: {
    name: 'lookup',
    description:
      'Gives the definition of a named thing from the code graph: a function, method, type, table, view or stored procedure, with what it calls and ' +
      'what calls it. Use it for names that evidence mentions. Where no definition bears the name, the nearest names are given. ' +
      'Also lists relations: "callers of Client.send", "implementations of Auth", "tests for Client.send", "path from A to B".',
    parameters: {
      type: 'object',
      properties: {
        name: {
          type: 'string',
          description:
            'The name as the code writes it, qualified if you know how, e.g. "InvoiceService.Cancel" or "dbo.Stock_Restore"; or relations of it, ' +
            'e.g. "callers of InvoiceService.Cancel".',
        },
      },
      required: ['name'],
      additionalProperties: false,
    },
  },
  fetch_section: {
    name: 'fetch_section',
    description:
      'Reads text by its place: what stands around a piece of evidence, a whole file, or the next page of something long. ' +
      'Where there is no such place, the nearest ids are given.',
    parameters: {
      type: 'object',
      properties: {
        id: {
          type: 'string',
          description:
            'A number of evidence ("[3]"), a path ("src/a.ts"), lines of it ("src/a.ts#L10-L60"), the name of a definition; of a document a ' +
            'section by id or title ("report.pdf#item-7", "Item 7"), or a page ("report.pdf#page=35").',
        },
        offset: {
          type: 'integer',
          minimum: 0,
          description:
            'Characters of the section that are passed over: the offset that the former page named. 0 by default.',
        },
        reread: {
          type: 'boolean',
          description: 'True to be given a text again that was read before. False by default.',
        },
      },
      required: ['id'],
      additionalProperties: false,
    },
  },
  fetch_table: {
    name: 'fetch_table',
    description:
      'Gives cells of a table in a document by row and column: each with its heads, unit, scale and page. ' +
      'Use it for figures. Without a row or a column it gives all of them. Where there is no such table, row or column, the nearest names are given.',
    parameters: {
      type: 'object',
      properties: {
        table: {
          type: 'string',
          description:
            'A statement or a title ("income statement", "report.pdf#balance sheet"), the id of a table ("report.pdf#table=7"), or a page or section ' +
            'whose tables are meant ("report.pdf#page=35").',
        },
        row: {
          type: 'string',
          description:
            'The label of the row as printed, or a figure by its usual name, e.g. "revenue", "capex".',
        },
        column: { type: 'string', description: 'The head of the column or a part of it, e.g. "2022".' },
      },
      required: ['table'],
      additionalProperties: false,
    },
  },
  calculate: {
    name: 'calculate',
    description:
      'Computes with exact decimal arithmetic. Use it for every sum, difference, share, rate and change: never compute in your head. ' +
      'A value that was found is written as its number in brackets, so that the result can be traced to its page.',
    parameters: {
      type: 'object',
      properties: {
        expression: {
          type: 'string',
          description:
            'Numbers, values that were found ("[3]"), + - * / ^, parentheses, and sum, avg, min, max, abs, round(x, digits), e.g. "([3] - [4]) / [4] * 100".',
        },
        label: { type: 'string', description: 'What it is, e.g. "change of revenue in percent".' },
      },
      required: ['expression'],
      additionalProperties: false,
    },
  },
};

/** The tools of these names, in the format in which a model receives them. */
export function chatTools(names: readonly Tool[]): readonly ChatTool[] {
  return names.map((name) => DEFINITIONS[name]);
}
