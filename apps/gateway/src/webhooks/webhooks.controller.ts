import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Caller } from '@quarry/application/access';
import { Deliverer, DeliveryQueue, ping, WebhookService } from '@quarry/application/webhooks';
import type { FaultCode } from '@quarry/turn';
import type { Response } from 'express';
import { From, Needs, Tenant } from '../access/from-request';
import { OpenRequests } from '../http/open-requests';
import { ApiProblems } from '../http/problem.dto';
import {
  CreatedWebhookDto,
  DeliveryDto,
  DeliveryListDto,
  presentDelivery,
  presentWebhook,
  WebhookDeletedDto,
  WebhookDto,
  WebhookListDto,
} from './webhook.dto';
import { DeliveriesQuery, NewWebhookDto } from './webhook.schema';

const ALWAYS: readonly FaultCode[] = ['unauthorized', 'forbidden', 'store_unavailable'];
const ID = { name: 'id', description: 'Id of the webhook.' } as const;

@ApiTags('webhooks')
@ApiBearerAuth()
@Needs('maintainer')
@Controller('v1/webhooks')
export class WebhooksController {
  constructor(
    @Inject(WebhookService) private readonly webhooks: WebhookService,
    @Inject(DeliveryQueue) private readonly queue: DeliveryQueue,
    @Inject(Deliverer) private readonly deliverer: Deliverer,
    @Inject(OpenRequests) private readonly requests: OpenRequests,
  ) {}

  @Post()
  @ApiOperation({
    summary: 'Create a webhook for ended turns (maintainers)',
    description:
      'The response contains the secret with which messages are signed according to Standard Webhooks; it ' +
      "cannot be retrieved later. Messages are sent for turns that the caller's key can read.",
  })
  @ApiResponse({ status: 201, type: CreatedWebhookDto })
  @ApiProblems('bad_request', ...ALWAYS, 'webhook_limit')
  async createWebhook(
    @From() caller: Caller,
    @Body() { url, events, description }: NewWebhookDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CreatedWebhookDto> {
    const { record, secret } = await this.webhooks.create(caller, { url, events, description });
    response.setHeader('Location', `/v1/webhooks/${record.id}`);
    return { ...presentWebhook(record), secret };
  }

  @Get()
  @ApiOperation({ summary: 'List your webhooks (maintainers)' })
  @ApiResponse({ status: 200, type: WebhookListDto })
  @ApiProblems(...ALWAYS)
  async listWebhooks(@Tenant() tenant: string): Promise<WebhookListDto> {
    return { webhooks: (await this.webhooks.list(tenant)).map(presentWebhook) };
  }

  @Get(':id')
  @ApiParam(ID)
  @ApiOperation({ summary: 'Get a webhook and its status (maintainers)' })
  @ApiResponse({ status: 200, type: WebhookDto })
  @ApiProblems(...ALWAYS, 'webhook_unknown')
  async getWebhook(@Tenant() tenant: string, @Param('id') id: string): Promise<WebhookDto> {
    return presentWebhook(await this.webhooks.read(tenant, id));
  }

  @Delete(':id')
  @ApiParam(ID)
  @HttpCode(200)
  @ApiOperation({ summary: 'Delete a webhook with its pending messages (maintainers)' })
  @ApiResponse({ status: 200, type: WebhookDeletedDto })
  @ApiProblems(...ALWAYS, 'webhook_unknown')
  async deleteWebhook(@Tenant() tenant: string, @Param('id') id: string): Promise<WebhookDeletedDto> {
    await this.webhooks.remove(tenant, id);
    return { id, deleted: true };
  }

  @Post(':id/ping')
  @ApiParam(ID)
  @HttpCode(200)
  @ApiOperation({
    summary: 'Send a test message to a webhook (maintainers)',
    description:
      'The response contains the result of the attempt. A disabled webhook that responds successfully is ' +
      'enabled again.',
  })
  @ApiResponse({ status: 200, type: DeliveryDto })
  @ApiProblems(...ALWAYS, 'webhook_unknown')
  async pingWebhook(
    @Tenant() tenant: string,
    @Param('id') id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DeliveryDto> {
    const { id: webhook } = await this.webhooks.read(tenant, id);
    const body = ping(webhook, Date.now());
    const delivery = await this.queue.addNow(tenant, { webhook, event: 'webhook.ping', turn: null, body });
    const tried = await this.deliverer.attempt(delivery, this.requests.signal(response));
    return presentDelivery({ ...delivery, value: tried ?? delivery.value });
  }

  @Get(':id/deliveries')
  @ApiParam(ID)
  @ApiOperation({ summary: 'List the deliveries of a webhook (maintainers)' })
  @ApiResponse({ status: 200, type: DeliveryListDto })
  @ApiProblems('bad_request', ...ALWAYS, 'webhook_unknown')
  async listDeliveries(
    @Tenant() tenant: string,
    @Param('id') id: string,
    @Query() { limit }: DeliveriesQuery,
  ): Promise<DeliveryListDto> {
    return { deliveries: (await this.webhooks.deliveries(tenant, id, limit)).map(presentDelivery) };
  }

  @Post(':id/deliveries/:delivery/redeliver')
  @ApiParam(ID)
  @ApiParam({ name: 'delivery', description: 'Id of the delivery.' })
  @HttpCode(202)
  @ApiOperation({
    summary: 'Redeliver a message (maintainers)',
    description: 'Sends the same id and body, whether the message was delivered, abandoned or is pending.',
  })
  @ApiResponse({ status: 202, type: DeliveryDto })
  @ApiProblems(...ALWAYS, 'webhook_unknown')
  async redeliver(
    @Tenant() tenant: string,
    @Param('id') id: string,
    @Param('delivery') delivery: string,
  ): Promise<DeliveryDto> {
    await this.queue.reopen(await this.webhooks.delivery(tenant, id, delivery));
    return presentDelivery(await this.webhooks.delivery(tenant, id, delivery));
  }
}
