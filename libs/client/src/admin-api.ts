import type { Client } from 'openapi-fetch';
import { bodyOf, type CallOptions } from './calls';
import type {
  CreatedKeyDto,
  CreatedWebhookDto,
  KeyDto,
  NewKeyDto,
  NewWebhookDto,
  paths,
  WebhookDeletedDto,
  WebhookDto,
} from './generated/api';

/** API keys, which operators manage, and webhooks, which maintainers manage. */
export class AdminApi {
  constructor(private readonly api: Client<paths>) {}

  async keys(options: CallOptions = {}): Promise<readonly KeyDto[]> {
    return bodyOf((await this.api.GET('/v1/keys', options)).data).keys;
  }

  /** Creates a key. The response contains its text, which is never shown again. */
  async createKey(key: NewKeyDto): Promise<CreatedKeyDto> {
    return bodyOf((await this.api.POST('/v1/keys', { body: key })).data);
  }

  async revokeKey(id: string): Promise<KeyDto> {
    return bodyOf((await this.api.DELETE('/v1/keys/{id}', { params: { path: { id } } })).data);
  }

  async webhooks(options: CallOptions = {}): Promise<readonly WebhookDto[]> {
    return bodyOf((await this.api.GET('/v1/webhooks', options)).data).webhooks;
  }

  /** Registers a webhook. The response contains its secret, which is never shown again. */
  async createWebhook(webhook: NewWebhookDto): Promise<CreatedWebhookDto> {
    return bodyOf((await this.api.POST('/v1/webhooks', { body: webhook })).data);
  }

  async deleteWebhook(id: string): Promise<WebhookDeletedDto> {
    return bodyOf((await this.api.DELETE('/v1/webhooks/{id}', { params: { path: { id } } })).data);
  }
}
