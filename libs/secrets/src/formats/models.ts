import { format, formats, type Format } from './format';

const HEX = '[a-f0-9]';

/** Tokens of model providers and related services. */
export const MODELS: readonly Format[] = [
  ...formats(
    'anthropic-token',
    ['sk-ant-oat01-', 'sk-ant-admin01-', 'sk-ant-sid01-', 'sk-ant-sid02-'],
    '[A-Za-z0-9_-]{80,140}',
    'docs.anthropic.com/en/api/admin-api',
  ),
  format('openrouter-api-key', 'sk-or-v1-', `${HEX}{64}`, 'openrouter.ai/docs/api-reference/authentication'),
  format(
    'langfuse-secret-key',
    'sk-lf-',
    `${HEX}{8}-${HEX}{4}-${HEX}{4}-${HEX}{4}-${HEX}{12}`,
    'langfuse.com/docs/api',
  ),
  format('deepseek-api-key', 'sk-', `${HEX}{32}`, 'api-docs.deepseek.com'),
  format(
    'openai-api-key',
    'sk-proj-',
    '[A-Za-z0-9_-]{48,200}',
    'platform.openai.com/docs/api-reference/authentication',
  ),
  format(
    'huggingface-user-access-token',
    'hf_',
    '[A-Za-z0-9]{34}',
    'huggingface.co/docs/hub/security-tokens',
  ),
  format(
    'huggingface-organization-token',
    'api_org_',
    '[A-Za-z]{34}',
    'huggingface.co/docs/hub/security-tokens',
  ),
  format('replicate-api-token', 'r8_', '[A-Za-z0-9]{37}', 'replicate.com/docs/reference/http#authentication'),
  format('perplexity-api-key', 'pplx-', '[A-Za-z0-9]{48}', 'docs.perplexity.ai'),
  format('xai-api-key', 'xai-', '[A-Za-z0-9]{80}', 'docs.x.ai'),
  format('together-api-key', 'tgp_v1_', '[A-Za-z0-9_-]{43}', 'docs.together.ai'),
  format('nvidia-api-key', 'nvapi-', '[A-Za-z0-9_-]{64}', 'docs.api.nvidia.com'),
  format(
    'pinecone-api-key',
    'pcsk_',
    '[A-Za-z0-9]{5,8}_[A-Za-z0-9]{50,80}',
    'docs.pinecone.io/guides/projects/manage-api-keys',
  ),
  ...formats(
    'langsmith-api-key',
    ['lsv2_pt_', 'lsv2_sk_'],
    `${HEX}{32}_${HEX}{10}`,
    'docs.smith.langchain.com',
  ),
  format('elevenlabs-api-key', 'sk_', `${HEX}{48}`, 'elevenlabs.io/docs/api-reference/authentication'),
  ...formats('tavily-api-key', ['tvly-dev-', 'tvly-prod-'], '[A-Za-z0-9]{32}', 'docs.tavily.com'),
  format('cerebras-api-key', 'csk-', '[a-z0-9]{48}', 'inference-docs.cerebras.ai'),
  format('voyage-api-key', 'pa-', '[A-Za-z0-9_-]{43}', 'docs.voyageai.com'),
  format('jina-api-key', 'jina_', '[A-Za-z0-9_-]{60}', 'jina.ai/embeddings'),
];
