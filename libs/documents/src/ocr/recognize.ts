import type { TessBaseApi } from 'tesseract.js-core/tesseract-core-simd-lstm.js';
import { languageFiles, readLanguage, type LanguageData } from './language-data';
import { meanConfidence, type OcrLine, type OcrPage } from '../ocr-page';

/** A picture of a page. */
export interface PagePicture {
  /** In a format that Tesseract reads: PNM, PNG, TIFF. */
  readonly bytes: Uint8Array;
  /** Pixels, and pixels per point. */
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}

/** Lines with a smaller slope are read as well as they are, in radians: 0.3 degrees. */
const STRAIGHT = 0.005;
/** Words below this confidence are specks and parts of pictures. */
const LEAST_WORD = 0.3;
/** Of the height of a row of text, from the highest ascender to the lowest descender, to the size of its font. */
const ROW_TO_SIZE = 1.1;

interface Lined {
  readonly blocks:
    | readonly {
        readonly paragraphs: readonly {
          readonly lines: readonly {
            readonly baseline: { readonly y0: number; readonly y1: number };
            readonly rowAttributes: { readonly rowHeight: number };
            readonly words: readonly {
              readonly text: string;
              readonly confidence: number;
              readonly bbox: { readonly x0: number; readonly x1: number };
            }[];
          }[];
        }[];
      }[]
    | null;
}

/** Reads pictures of pages with Tesseract, in the calling thread. */
export class Recognizer {
  private constructor(
    private readonly write: (picture: Uint8Array) => void,
    private readonly api: TessBaseApi,
  ) {}

  /** @throws Fault `bad_request` if a language has no data, Error if the data cannot be used */
  static async open(data: LanguageData): Promise<Recognizer> {
    const files = languageFiles(data);
    // The plain SIMD build: the one with relaxed SIMD gives results that depend on the processor.
    const { default: open } = await import('tesseract.js-core/tesseract-core-simd-lstm.js');
    const { FS, TessBaseAPI } = await open({});
    for (const [language, file] of files) FS.writeFile(`${language}.traineddata`, readLanguage(file));
    const api = new TessBaseAPI();
    const names = files.map(([language]) => language).join('+');
    // 1: the neural engine, the only one in this build.
    if (api.Init(null, names, 1) !== 0)
      throw new Error(`the OCR data of ${names} cannot be used: ${files.map(([, file]) => file).join(', ')}`);
    // 3: finds columns and blocks of text by itself.
    api.SetVariable('tessedit_pageseg_mode', '3');
    return new Recognizer((picture) => FS.writeFile('/input', picture), api);
  }

  /** Null if the bytes are no picture that Tesseract can read. */
  recognize({ bytes, width, height, scale }: PagePicture): OcrPage | null {
    const { api } = this;
    this.write(bytes);
    api.SetVariable('user_defined_dpi', String(Math.round(scale * 72)));
    if (api.SetImageFile(1, 0) !== 0) return null;
    api.FindLines();
    const slope = api.GetGradient();
    const turned = Math.abs(slope) >= STRAIGHT && Number.isFinite(slope) ? slope : 0;
    if (turned !== 0) api.SetImageFile(1, turned);
    try {
      if (api.Recognize(null) !== 0) return null;
      const size = { width: points(width / scale), height: points(height / scale) };
      return { ...pageOf(JSON.parse(api.GetJSONText()) as Lined, scale, turned), size };
    } finally {
      api.Clear();
    }
  }
}

function pageOf({ blocks }: Lined, scale: number, turned: number): OcrPage {
  const read = (blocks ?? [])
    .flatMap(({ paragraphs }) => paragraphs)
    .flatMap(({ lines }) => lines)
    .map(({ baseline, rowAttributes, words }): OcrLine => ({
      baseline: points((baseline.y0 + baseline.y1) / 2 / scale),
      size: points((rowAttributes.rowHeight * ROW_TO_SIZE) / scale),
      words: words.map(({ text, confidence, bbox }) => ({
        text: text.trim(),
        ...{ x0: points(bbox.x0 / scale), x1: points(bbox.x1 / scale), confidence: confidence / 100 },
      })),
    }));
  const lines = read
    .map((line) => ({ ...line, words: line.words.filter(isWord) }))
    .filter(({ words }) => words.some(({ text }) => /[\p{L}\p{N}]/u.test(text)));
  return { lines, confidence: meanConfidence(read.flatMap(({ words }) => words)), turned };
}

function isWord({ text, confidence }: OcrLine['words'][number]): boolean {
  return text !== '' && confidence >= LEAST_WORD;
}

function points(value: number): number {
  return Math.round(value * 100) / 100;
}
