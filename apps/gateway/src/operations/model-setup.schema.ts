import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';

const BASE_URL = z
  .string()
  .min(1)
  .max(2_000)
  .describe(
    'Base URL of the server, which usually ends with `/v1`: a public https: address, or Ollama or llama.cpp at its ' +
      'usual port of the machine of the gateway. Private addresses need QUARRY_WEBHOOK_ALLOW_PRIVATE.',
  );
const API_KEY = z
  .string()
  .max(2_000)
  .optional()
  .describe('API key of the server, if it needs one. No response has it.');

/** The body of `POST /v1/operations/model/servers`. */
const SERVERS = z.strictObject({ baseUrl: BASE_URL.optional(), apiKey: API_KEY });

/** The body of `PUT /v1/operations/model`. */
const MODEL = z.strictObject({
  provider: z.enum(['openai', 'anthropic']).default('openai').describe('Protocol of the server.'),
  baseUrl: BASE_URL,
  model: z.string().min(1).max(200).describe('Name of the model, as the server lists it.'),
  apiKey: API_KEY,
});

export class SearchModelServersDto extends createZodDto(SERVERS) {}
export class ReplaceModelDto extends createZodDto(MODEL) {}
