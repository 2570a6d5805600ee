import type { Loaded, Loader } from '../../document';
import { escaped, loadedLines, refusing } from '../../html/html-text';
import { checkPackage } from '../../office/check-package';
import { counted, picturesLeftOut } from '../../remarks/left-out';
import { Package } from '../../office/package';
import { packageTitle } from '../../office/package-title';
import { relationshipsOf, type Relationship } from '../../office/relationships';
import { scanXml } from '../../xml/scan-xml';
import { linesOfSlides, MOST_SLIDES, type Slide } from '../slide';
import { readChart } from './read-chart';
import { readComments } from './read-comments';
import { readSlide } from './read-slide';

/**
 * Loads PowerPoint files: each slide with its title, bullets, tables, the values of its charts, the text of its
 * diagrams, descriptions of pictures, speaker notes and comments.
 */
export const loadPptx: Loader = (bytes) => {
  const checked = checkPackage(bytes, 'pptx');
  if (checked.kind === 'refused') return Promise.resolve(checked);
  const office = new Package(bytes, checked.entries);
  const title = packageTitle(bytes, checked.entries);
  return Promise.resolve(refusing(() => loaded(office, title)));
};

function loaded(office: Package, title: string | undefined): Loaded {
  const deck = new Deck(office);
  const paths = deck.slides();
  const slides = paths.slice(0, MOST_SLIDES).map((path, i) => deck.read(path, i + 1));
  const media = office.count(/^ppt[\\/]media[\\/].*\.(?:mp4|m4a|mov|avi|wmv|mp3|wav)$/i);
  const [first] = slides;
  return loadedLines(
    {
      format: 'pptx',
      title: title ?? (first?.title === '' ? undefined : first?.title),
      pages: slides.length,
      remarks: [
        ...(paths.length > MOST_SLIDES
          ? [`${counted(paths.length - MOST_SLIDES, 'slide')} after the first ${MOST_SLIDES} were not read`]
          : []),
        ...picturesLeftOut(deck.pictures),
        ...(deck.embedded > 0
          ? [`${counted(deck.embedded, 'embedded object')} ${deck.embedded === 1 ? 'was' : 'were'} not read`]
          : []),
        ...(media > 0 ? [`${counted(media, 'video or sound')} ${media === 1 ? 'is' : 'are'} not read`] : []),
        ...deck.damaged.map((path) => `slide ${path} is damaged and was not read`),
      ],
    },
    linesOfSlides(slides),
  );
}

/** The parts of a presentation. */
class Deck {
  pictures = 0;
  embedded = 0;
  readonly damaged: number[] = [];

  constructor(private readonly office: Package) {}

  /** The parts of its slides, in the order of the presentation. */
  slides(): string[] {
    const main =
      relationshipsOf(this.office, '').find(({ type }) => type === 'officeDocument')?.target ??
      'ppt/presentation.xml';
    const content = this.office.part(main);
    if (!content) throw new Error(`it has no part ${main}`);
    const ids: string[] = [];
    scanXml(content, {
      open(name, _attributes, qualified) {
        // `id` is the number of the slide, `r:id` its relationship.
        const id = name === 'sldId' && Object.entries(qualified).find(([key]) => key.endsWith(':id'));
        if (id) ids.push(id[1]);
      },
    });
    const byId = new Map(relationshipsOf(this.office, main).map((one) => [one.id, one]));
    return ids.flatMap((id) => byId.get(id)?.target ?? []);
  }

  read(path: string, number: number): Slide {
    const none = { number, title: '', isHidden: false, html: '', notes: [], comments: [] };
    const part = this.office.part(path);
    if (!part) {
      this.damaged.push(number);
      return none;
    }
    const related = relationshipsOf(this.office, path);
    const content = readSlide(part, (id) => this.shown(related.find((one) => one.id === id)));
    this.pictures += content.pictures;
    this.embedded += content.embedded;
    const parts = (kind: RegExp): readonly Uint8Array[] =>
      related.flatMap(({ type, target }) => (kind.test(type) ? (this.office.part(target) ?? []) : []));
    return {
      number,
      title: content.title,
      isHidden: content.isHidden,
      html: content.html,
      notes: parts(/^notesSlide$/).flatMap((notes) => readSlide(notes, () => '').paragraphs),
      comments: parts(/^comments$/i).flatMap(readComments),
    };
  }

  /** What a slide shows from another part. */
  private shown(relationship: Relationship | undefined): string {
    const part = relationship && this.office.part(relationship.target);
    if (!part) return '';
    if (/^chart/.test(relationship.type)) return readChart(part);
    if (relationship.type !== 'diagramData') return '';
    const texts = readSlide(part, () => '').paragraphs;
    return texts.length === 0 ? '' : `<ul>${texts.map((text) => `<li>${escaped(text)}</li>`).join('')}</ul>`;
  }
}
