import { Fault } from '@quarry/turn';
import { MODELS } from './onnx/models';
import { openOnnx } from './onnx/onnx-embedder';
import { openOpenAiEmbedder } from './openai/openai-embedder';
import type { Embedder } from './port';

export interface EmbedderOptions {
  /** For `openai:`. */
  readonly apiKey?: string;
  readonly timeoutMs?: number;
  readonly retries?: number;
  /** For a model in this process. */
  readonly threads?: number;
}

/** Scheme → its form and how to open it. A new adapter is one line here. */
const ADAPTERS: Readonly<
  Record<
    string,
    {
      readonly form: string;
      readonly open: (rest: string, options: EmbedderOptions) => Promise<Embedder | null>;
    }
  >
> = {
  none: { form: 'none', open: () => Promise.resolve(null) },
  ...inProcess(),
  openai: { form: 'openai:https://HOST/v1#MODEL', open: openFromUrl },
};

/**
 * Opens an embedder by URL: `minilm:/folder/of/the/model`, `bge-small:/folder`, `openai:https://host/v1#model`, or
 * `none`, which returns null: no vectors, BM25 only.
 * @throws Fault `store_unknown` for any other URL, with the supported forms; `embedder_unavailable` if the embedder
 * cannot be reached or loaded.
 *
 * @example
 * const embedder = await openEmbedder('minilm:/models/minilm', { threads: 2 });
 * const [vector] = (await embedder?.embed(['open a connection'], { as: 'query' })) ?? [];
 */
export async function openEmbedder(url: string, options: EmbedderOptions = {}): Promise<Embedder | null> {
  const colon = url.indexOf(':');
  const scheme = colon < 0 ? url : url.slice(0, colon);
  const rest = colon < 0 ? '' : url.slice(colon + 1);
  const adapter = Object.hasOwn(ADAPTERS, scheme) ? ADAPTERS[scheme] : undefined;
  if (!adapter || (rest === '' && scheme !== 'none')) throw unknown(colon < 0 ? '' : scheme);
  return adapter.open(rest, options);
}

/** The models that run in this process, such as `minilm:FOLDER`. */
function inProcess(): typeof ADAPTERS {
  return Object.fromEntries(
    [...MODELS.values()].map((model) => [
      model.name,
      {
        form: `${model.name}:FOLDER`,
        open: (folder: string, options: EmbedderOptions) => openOnnx(model, folder, options),
      },
    ]),
  );
}

function openFromUrl(rest: string, options: EmbedderOptions): Promise<Embedder> {
  const [address = '', model = ''] = rest.split('#', 2);
  if (!/^https?:/.test(address) || !URL.canParse(address) || model === '')
    return Promise.reject(unknown('openai'));
  return openOpenAiEmbedder({ ...options, baseUrl: address, model });
}

/** Never repeats an unrecognized scheme, which may be a key, or the rest of a URL, which may contain a password. */
function unknown(scheme: string): Fault {
  const begins = /^[a-z][a-z0-9+.-]{0,19}$/i.test(scheme)
    ? `begins with "${scheme}:"`
    : 'has no known scheme';
  const forms = Object.values(ADAPTERS).map((adapter) => adapter.form);
  return new Fault(
    'store_unknown',
    `EMBEDDER_URL ${begins} but names no embedder; supported: ${forms.join(', ')}`,
  );
}
