import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Fault } from '@quarry/turn';

/** A language as Tesseract names it (`deu`, `chi_sim`), or several. */
const LANGUAGES = /^[A-Za-z][A-Za-z_]{1,30}(?:\+[A-Za-z][A-Za-z_]{1,30}){0,4}$/;

/** The language data of an OCR engine. */
export interface LanguageData {
  /** `eng`, or `deu+eng` for pages in both. */
  readonly languages: string;
  /** Folder with `LANGUAGE.traineddata` or `LANGUAGE.traineddata.gz` for each; null: only `eng`, which is installed. */
  readonly folder: string | null;
}

/**
 * The file of each language. English is installed with Quarry, unless the folder has its own.
 * @throws Fault `bad_request` if a language has none
 */
export function languageFiles({ languages, folder }: LanguageData): readonly (readonly [string, string])[] {
  if (!LANGUAGES.test(languages))
    throw new Fault(
      'bad_request',
      `The OCR languages '${languages.slice(0, 100)}' are not names of Tesseract: write eng, or deu+eng.`,
    );
  return languages.split('+').map((language) => {
    const own =
      folder === null ? [] : ['', '.gz'].map((end) => join(folder, `${language}.traineddata${end}`));
    const file = [...own, ...(language === 'eng' ? [installedEnglish()] : [])].find((each) =>
      existsSync(each),
    );
    if (file !== undefined) return [language, file] as const;
    throw new Fault(
      'bad_request',
      `OCR in '${language}' needs the file ${language}.traineddata of Tesseract: put it into a folder, and name the folder in QUARRY_OCR_DATA${folder === null ? '' : ` (now ${folder})`}.`,
    );
  });
}

/** The data in a file, unpacked. */
export function readLanguage(file: string): Uint8Array {
  const bytes = readFileSync(file);
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
}

function installedEnglish(): string {
  const folder = dirname(createRequire(__filename).resolve('@tesseract.js-data/eng/package.json'));
  return join(folder, '4.0.0_best_int', 'eng.traineddata.gz');
}
