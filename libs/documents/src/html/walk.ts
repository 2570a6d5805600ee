import type { HtmlDocument, HtmlElement, HtmlNode } from './parse-html';

/** Callbacks of a tree walk. */
export interface Visitor {
  /** True: visit its children, then call `leave`. */
  enter(element: HtmlElement): boolean;
  leave(element: HtmlElement): void;
  text?(value: string, line: number): void;
}

/** Visits a tree in document order, without recursion: no nesting exhausts the stack. */
export function walk(page: HtmlDocument, visitor: Visitor): void {
  const open: {
    readonly element: HtmlElement | null;
    readonly children: readonly HtmlNode[];
    next: number;
  }[] = [{ element: null, children: page.childNodes, next: 0 }];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const child = top.children[top.next++];
    if (child === undefined) {
      if (top.element) visitor.leave(top.element);
      open.pop();
    } else if (isElement(child)) {
      if (visitor.enter(child)) open.push({ element: child, children: child.childNodes, next: 0 });
    } else if (child.nodeName === '#text' && 'value' in child) {
      visitor.text?.(child.value, child.sourceCodeLocation?.startLine ?? 1);
    }
  }
}

function isElement(node: HtmlNode): node is HtmlElement {
  return 'tagName' in node;
}
