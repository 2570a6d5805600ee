import {
  defaultTreeAdapter,
  parse,
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  type TreeAdapter,
} from 'parse5';
import type { Refusal } from '../document';

export type HtmlNode = DefaultTreeAdapterTypes.Node;
export type HtmlElement = DefaultTreeAdapterTypes.Element;
export type HtmlDocument = DefaultTreeAdapterTypes.Document;

/** Limit of nested elements. Browsers stop at 512; real pages have about 30. */
const MAX_DEPTH = 2_000;
/** Limit of the elements of a page: wrongly closed tags may produce many more elements than there are tags. */
const MAX_ELEMENTS = 1_000_000;

/** Stops the parsing of a page that is too deep or too large. */
class PageLimit extends Error {
  constructor(
    readonly refusal: Refusal,
    message: string,
  ) {
    super(message);
  }
}

export type ParsedPage =
  | { readonly kind: 'page'; readonly page: HtmlDocument }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly reason: string };

/** Parses a page as browsers do, with source lines and within limits of depth and size. */
export function parseHtml(html: string): ParsedPage {
  try {
    const page = parse(html, {
      sourceCodeLocationInfo: true,
      scriptingEnabled: false,
      treeAdapter: bounded(),
    });
    return { kind: 'page', page };
  } catch (error) {
    if (error instanceof PageLimit) return { kind: 'refused', refusal: error.refusal, reason: error.message };
    return { kind: 'refused', refusal: 'damaged', reason: 'The page could not be parsed.' };
  }
}

function bounded(): TreeAdapter<DefaultTreeAdapterMap> {
  let depth = 0;
  let elements = 0;
  return {
    ...defaultTreeAdapter,
    createElement(name, namespace, attributes) {
      if (++elements > MAX_ELEMENTS)
        throw new PageLimit('too_large', `The page has more than ${MAX_ELEMENTS} elements; split it.`);
      return defaultTreeAdapter.createElement(name, namespace, attributes);
    },
    onItemPush() {
      if (++depth > MAX_DEPTH)
        throw new PageLimit(
          'too_deep',
          `The page nests its elements more than ${MAX_DEPTH} deep; flatten it.`,
        );
    },
    onItemPop() {
      depth--;
    },
  };
}
