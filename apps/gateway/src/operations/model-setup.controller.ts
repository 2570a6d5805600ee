import { Body, Controller, Delete, Get, Headers, HttpCode, Inject, Post, Put, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { OwnerSessions, type Caller } from '@quarry/application/access';
import { ModelSetupService } from '@quarry/application/operations';
import { Fault } from '@quarry/turn';
import type { Response } from 'express';
import { From, Needs } from '../access/from-request';
import { OpenRequests } from '../http/open-requests';
import { ApiProblems } from '../http/problem.dto';
import { isOwner, OWNER_HEADER } from '../owner/check-owner';
import { ModelServerListDto, ModelSetupDto, StoredModelDto } from './model-setup.dto';
import { ReplaceModelDto, SearchModelServersDto } from './model-setup.schema';

const OWNER = {
  name: OWNER_HEADER,
  required: false,
  description: 'Required on a gateway without API keys: token of an owner session.',
} as const;

@ApiTags('operations')
@ApiBearerAuth()
@Needs('operator')
@Controller('v1/operations/model')
export class ModelSetupController {
  constructor(
    @Inject(ModelSetupService) private readonly setup: ModelSetupService,
    @Inject(OwnerSessions) private readonly sessions: OwnerSessions,
    @Inject(OpenRequests) private readonly requests: OpenRequests,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Get the language model in use and the one that is stored (operators)' })
  @ApiResponse({ status: 200, type: ModelSetupDto })
  @ApiProblems('bad_request', 'unauthorized', 'forbidden')
  getModelSetup(): ModelSetupDto {
    return this.setup.state();
  }

  @Post('servers')
  @HttpCode(200)
  @ApiHeader(OWNER)
  @ApiOperation({
    summary: 'Search for model servers (operators)',
    description:
      'Ollama and llama.cpp at their usual ports of the machine of the gateway; with a base URL, that server.',
  })
  @ApiResponse({ status: 200, type: ModelServerListDto })
  @ApiProblems('bad_request', 'unauthorized', 'forbidden')
  async searchModelServers(
    @From() caller: Caller,
    @Res({ passthrough: true }) response: Response,
    @Body() { baseUrl, apiKey = '' }: SearchModelServersDto,
    @Headers(OWNER_HEADER) token?: string,
  ): Promise<ModelServerListDto> {
    this.check(caller, token);
    const wanted = baseUrl === undefined ? null : { baseUrl, apiKey };
    return { servers: await this.setup.servers(wanted, this.requests.signal(response)) };
  }

  @Put()
  @ApiHeader(OWNER)
  @ApiOperation({
    summary: 'Try a language model and store it (operators)',
    description:
      'Makes one call; if the model replies, stores it in the settings file of the user who runs the gateway, which ' +
      'its processes read when they start.',
  })
  @ApiResponse({ status: 200, type: StoredModelDto })
  @ApiProblems('bad_request', 'unauthorized', 'forbidden')
  async replaceModelSetup(
    @From() caller: Caller,
    @Res({ passthrough: true }) response: Response,
    @Body() { apiKey = '', ...choice }: ReplaceModelDto,
    @Headers(OWNER_HEADER) token?: string,
  ): Promise<StoredModelDto> {
    this.check(caller, token);
    const took = await this.setup.store({ ...choice, apiKey }, this.requests.signal(response));
    return { ...this.setup.state(), tookMs: Math.round(took) };
  }

  @Delete()
  @ApiHeader(OWNER)
  @ApiOperation({ summary: 'Remove the stored language model (operators)' })
  @ApiResponse({ status: 200, type: ModelSetupDto })
  @ApiProblems('bad_request', 'unauthorized', 'forbidden')
  async deleteModelSetup(
    @From() caller: Caller,
    @Headers(OWNER_HEADER) token?: string,
  ): Promise<ModelSetupDto> {
    this.check(caller, token);
    await this.setup.forget();
    return this.setup.state();
  }

  /** Without keys, everybody on this machine is an operator; the settings are those of one user. */
  private check(caller: Caller, token: string | undefined): void {
    if (caller.key !== null || isOwner(this.sessions, caller, token)) return;
    throw new Fault(
      'forbidden',
      'Only the person who started this gateway can set up its model here: open the link that `quarry serve` printed. In a terminal: quarry setup --model.',
    );
  }
}
