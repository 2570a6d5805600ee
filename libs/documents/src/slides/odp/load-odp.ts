import type { Loader } from '../../document';
import { loadedLines, refusing } from '../../html/html-text';
import { checkPackage } from '../../office/check-package';
import { counted, picturesLeftOut } from '../../remarks/left-out';
import { odfTitle } from '../../office/odf-title';
import { Package } from '../../office/package';
import { linesOfSlides, MOST_SLIDES } from '../slide';
import { readOdp } from './read-odp';

/** Loads OpenDocument presentations: slides with titles, lists, tables, speaker notes and comments. */
export const loadOdp: Loader = (bytes) => {
  const checked = checkPackage(bytes, 'odp');
  if (checked.kind === 'refused') return Promise.resolve(checked);
  const office = new Package(bytes, checked.entries);
  const content = office.part('content.xml');
  if (!content) throw new Error('it has no part content.xml');
  return Promise.resolve(
    refusing(() => {
      const { slides, pictures } = readOdp(content);
      const first = slides[0]?.title ?? '';
      const beyond = slides.length - MOST_SLIDES;
      return loadedLines(
        {
          format: 'odp',
          title: odfTitle(office) ?? (first === '' ? undefined : first),
          pages: Math.min(slides.length, MOST_SLIDES),
          remarks: [
            ...(beyond > 0
              ? [`${counted(beyond, 'slide')} after the first ${MOST_SLIDES} were not read`]
              : []),
            ...picturesLeftOut(pictures),
          ],
        },
        linesOfSlides(slides.slice(0, MOST_SLIDES)),
      );
    }),
  );
};
