import { Controller, Get, Inject, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Caller } from '@quarry/application/access';
import { AskService, findPipeline } from '@quarry/application/turns';
import { From } from '../access/from-request';
import { modelOf, type Model } from './model';

/** Pipelines as OpenAI's API lists models: those that the caller may use. */
@ApiExcludeController()
@Controller('v1/models')
export class ModelsController {
  constructor(@Inject(AskService) private readonly callers: AskService) {}

  @Get()
  list(@From() caller: Caller): { readonly object: 'list'; readonly data: readonly Model[] } {
    return { object: 'list', data: this.callers.pipelines(caller).map(modelOf) };
  }

  @Get(':id')
  read(@From() caller: Caller, @Param('id') id: string): Model {
    return modelOf(findPipeline(this.callers.pipelines(caller), id));
  }
}
