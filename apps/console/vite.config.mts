import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

const require = createRequire(import.meta.url);
const pdfjs = path.dirname(require.resolve('pdfjs-dist/package.json'));
const { version } = require('pdfjs-dist/package.json') as { readonly version: string };

/** Where the fonts lie that every PDF may use without having them inside; the version stands in it, as the hash of content does in other names. */
const PDF_FONTS = `assets/pdf-fonts-${version}/`;

/** Puts these fonts, and their licences, beside the bundle. */
const pdfFonts: Plugin = {
  name: 'pdf-fonts',
  generateBundle() {
    const folder = path.join(pdfjs, 'standard_fonts');
    for (const file of readdirSync(folder))
      this.emitFile({
        type: 'asset',
        fileName: PDF_FONTS + file,
        source: readFileSync(path.join(folder, file)),
      });
  },
};

/** Writes each text compressed beside itself: a third of the bytes, and nothing to do for the gateway (apps/gateway/src/console). */
const compressed: Plugin = {
  name: 'compressed',
  writeBundle({ dir = '' }, bundle) {
    for (const name of Object.keys(bundle).filter((each) => /\.(js|mjs|css)$/.test(each))) {
      const text = readFileSync(path.join(dir, name));
      const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
      writeFileSync(path.join(dir, `${name}.br`), brotliCompressSync(text, { params }));
    }
  },
};

/** Everything that the page needs is in its bundle: no file comes from another host. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Libraries of the workspace are bundled from their sources, so that no other build has to run before.
  resolve: { conditions: ['quarry-source', ...defaultClientConditions] },
  define: { 'import.meta.env.PDF_FONTS': JSON.stringify(`/${PDF_FONTS}`) },
  plugins: [pdfFonts, compressed],
  build: {
    target: 'es2023',
    // Small files would become data: addresses, which the page's content security policy does not allow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // How long a plugin takes says only how busy the machine is.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
});
