import type { HtmlDocument } from './parse-html';
import { walk } from './walk';

/** Number of images of a page without an alternative text. */
export function picturesIn(page: HtmlDocument): number {
  let n = 0;
  walk(page, {
    enter({ tagName, attrs }) {
      const alt = attrs.find(({ name }) => name === 'alt');
      // `alt=""` says that an image is only decoration.
      if (tagName === 'img' && alt === undefined) n++;
      return true;
    },
    leave: () => undefined,
  });
  return n;
}
