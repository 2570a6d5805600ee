import type { TextMarkup } from '@quarry/documents';
import { sectionKind } from '../chunk/text-sections';
import type { Extract } from '../facts';
import { isConfigFile } from '../interfaces/config-files';
import { isDrawing } from '../source/drawing';
import { c, cpp } from './c';
import { csharp } from './csharp';
import { javascript, tsx, typescript } from './ecmascript';
import { go } from './go';
import { loadGrammars } from './grammars';
import { java } from './java';
import type { LanguageSpec } from './language-spec';
import { isManifest, readManifest } from './manifest';
import { php } from './php';
import { python } from './python';
import { extractorOf } from './read-file';
import { ruby } from './ruby';
import { rust } from './rust';

/** Every language that is read into definitions and references. */
const LANGUAGES: readonly LanguageSpec[] = [
  typescript,
  tsx,
  javascript,
  python,
  csharp,
  java,
  go,
  rust,
  c,
  cpp,
  ruby,
  php,
];

const byExtension = new Map(
  LANGUAGES.flatMap((spec) => spec.extensions.map((extension) => [extension, spec] as const)),
);
const extractors = new Map(LANGUAGES.map((spec) => [spec, extractorOf(spec)]));

/** Loads the parser and every grammar once per process, for all extractors. Throws `setup_failed`. */
export function loadLanguages(): Promise<void> {
  return loadGrammars([...new Set(LANGUAGES.map(({ grammar }) => grammar))]);
}

/** Loads the parser and the grammar of a path's language, if it has one. Throws `setup_failed`. */
export function loadLanguageOf(path: string): Promise<void> {
  const spec = specOf(path);
  return spec ? loadGrammars([spec.grammar]) : Promise.resolve();
}

/** Name of the language for a path's extension, as in keys; null for other files. */
export function languageOf(path: string): string | null {
  return specOf(path)?.name ?? null;
}

/** Of manifests, which have had packages among their facts since version 1. */
const MANIFEST = 'manifest@1';

/** Of files that set configuration keys: makefiles, scripts and CI files do so since version 1. */
const SETTINGS = 'settings@1';

/** Of SVG files, which have been skipped without text since version 1. */
const DRAWING = 'drawing@1';

/** Raised when a text is cut into other chunks, or has other sections: by its markup. */
const TEXTS: Readonly<Record<TextMarkup, string>> = {
  markdown: 'markdown@1',
  rst: 'rst@1',
  asciidoc: 'asciidoc@1',
  data: 'data@1',
  text: '',
};

/**
 * Name and version of the reader of a path, for the hash of its file; `''` for a language of version 0 and for other
 * files.
 */
export function readerVersion(path: string): string {
  const spec = specOf(path);
  if (isManifest(path)) return MANIFEST;
  if (isDrawing(path)) return DRAWING;
  if (!spec) return [textVersion(path), isConfigFile(path) ? SETTINGS : ''].join(' ').trim();
  return spec.version > 0 ? `${spec.name}@${spec.version}` : '';
}

/** Documents whose tables got longer captions, then heads by their places. */
const DOCUMENT = /\.(?:pdf|html?|docx)$/i;

/** Files named `.txt` have had sections from the beginning; other texts got them later. */
function textVersion(path: string): string {
  const markup = sectionKind(path);
  if (markup === null) return DOCUMENT.test(path) ? 'tables@3' : '';
  return markup === 'text' && !/\.te?xt$/i.test(path) ? 'text@1' : TEXTS[markup];
}

/**
 * Returns the extractor for a path; null if no language has its extension. Manifests (`package.json`, `go.mod`,
 * `Cargo.toml`) are read as well: they contain the names under which code imports the project's packages.
 */
export function extractorFor(path: string): Extract | null {
  if (isManifest(path)) return readManifest;
  const spec = specOf(path);
  return spec ? (extractors.get(spec) ?? null) : null;
}

function specOf(path: string): LanguageSpec | undefined {
  const dot = path.lastIndexOf('.');
  return dot < 0 ? undefined : byExtension.get(path.slice(dot).toLowerCase());
}
