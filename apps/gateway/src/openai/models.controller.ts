import { Controller, Get, Inject, Param } from '@nestjs/common';
import { ApiBearerAuth, ApiExtraModels, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Caller } from '@quarry/application/access';
import { AskService, findPipeline } from '@quarry/application/turns';
import { AppliesLabels, From } from '../access/from-request';
import { ModelDto, modelOf, ModelListDto, type Model, type ModelList } from './model';
import { OpenAiErrorDto } from './openai-error';

/** Pipelines as OpenAI's API lists models: those that the caller may use. */
@ApiTags('openai')
@ApiBearerAuth()
@ApiExtraModels(OpenAiErrorDto)
@AppliesLabels()
@Controller('v1/models')
export class ModelsController {
  constructor(@Inject(AskService) private readonly callers: AskService) {}

  @Get()
  @ApiOperation({
    summary: 'List the pipelines as OpenAI models',
    description: 'For clients of the OpenAI API. `GET /v1/pipelines` says more about each pipeline.',
  })
  @ApiResponse({ status: 200, type: ModelListDto })
  listModels(@From() caller: Caller): ModelList {
    return { object: 'list', data: this.callers.pipelines(caller).map(modelOf) };
  }

  @Get(':id')
  @ApiParam({ name: 'id', description: 'Name of the pipeline.' })
  @ApiOperation({ summary: 'Get one pipeline as an OpenAI model' })
  @ApiResponse({ status: 200, type: ModelDto })
  getModel(@From() caller: Caller, @Param('id') id: string): Model {
    return modelOf(findPipeline(this.callers.pipelines(caller), id));
  }
}
