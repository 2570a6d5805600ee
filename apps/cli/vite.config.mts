import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { inlineRequires } from './inline-requires.mts';

const load = createRequire(import.meta.url);
const FOLDER = fileURLToPath(new URL('dist/bundle', import.meta.url));

/** Packages that stay in `node_modules`: with native code or files of their own, or of use to unbundled commands only. */
const OUTSIDE =
  /^(?:@(?:anthropic-ai|bull-board|elastic|modelcontextprotocol|vscode)\/|@nestjs\/(?:platform-express|swagger)|@opentelemetry\/(?:exporter|resources|sdk)|(?:express|gpt-tokenizer|helmet|mammoth|msgpackr|neo4j-driver|nestjs-zod|onnxruntime-node|openai|pdfjs-dist|prom-client|sqlite-vec|web-tree-sitter)(?:\/|$))/;

/** Packages that Nest and ioredis load if they are installed. */
const OPTIONAL =
  /^(?:@(?:fastify|grpc)\/|@nestjs\/(?:platform-socket.io|websockets)|(?:amqp[a-z-]*|cache-manager|kafkajs|mqtt|nats|redis)(?:\/|$))/;

/** Threads that a run after a small change starts: their modules are in the bundle, too. By name of their entry. */
const THREADS: Readonly<Record<string, string>> = {
  'parser-thread': load.resolve('../../libs/indexing/dist/parse/worker.js'),
};

/** Threads of the bundle start from it. */
const scriptsOfThreads: Plugin = {
  name: 'scripts-of-threads',
  transform(code, id) {
    const script = path.join(path.dirname(id), 'worker.js');
    const [name] = Object.entries(THREADS).find(([, file]) => file === script) ?? [];
    if (!name) return null;
    const place = `require('node:path').join(bundleFolder, '${name}.js')`;
    return { code: code.replace(/\brequire\.resolve\(['"]\.\/worker['"]\)/, place), map: null };
  },
};

/** Modules of the bundle find workers, child processes and the built-in pipelines from where the compiler put them. */
const placesOfModules: Plugin = {
  name: 'places-of-modules',
  transform(code, id) {
    if (!/\/(?:apps|libs)\/[^/]+\/dist\//.test(id) || !/\b__dirname|\b__filename|require\.resolve/.test(code))
      return null;
    const from = JSON.stringify(path.relative(FOLDER, id));
    const places =
      `const __filename = require('node:path').join(bundleFolder, ${from});` +
      "const __dirname = require('node:path').dirname(__filename);";
    const resolve = "require('node:module').createRequire(__filename).resolve(";
    return { code: places + code.replaceAll('require.resolve(', resolve), map: null };
  },
};

/** Prepares the tokens of the encoding, which every question counts. */
const tokenTable: Plugin = {
  name: 'token-table',
  closeBundle() {
    const { O200k } = load('../../libs/turn/dist/text/o200k.js') as {
      O200k: new (table: string) => { save(table?: string): void };
    };
    new O200k('').save();
  },
};

/** One bundle of what the quick commands load, from the output of the compiler (ADR 25). */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [inlineRequires, scriptsOfThreads, placesOfModules, tokenTable],
  // Its CommonJS modules load one validator at a time, its ES modules all that `validator` has.
  resolve: { alias: { 'class-validator': load.resolve('class-validator') } },
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: FOLDER,
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    rolldownOptions: {
      input: { main: 'dist/quick-main.js', ...THREADS },
      external: (id) => OUTSIDE.test(id) || OPTIONAL.test(id),
      output: {
        format: 'cjs',
        // A thread does not have the compile cache of its process, which `main` turns on first.
        intro: ({ name }) =>
          `${name in THREADS ? "require('node:module').enableCompileCache();" : ''}const bundleFolder = __dirname;`,
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
      },
      checks: { pluginTimings: false, eval: false },
    },
  },
});
