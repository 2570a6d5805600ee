import { Controller, Get, Inject, Param, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { CompiledPipeline } from '@quarry/pipeline';
import { Fault } from '@quarry/turn';
import { nearest } from '../nearest';
import { PIPELINES } from '../tokens';
import { TenantGuard } from './tenant.guard';

@ApiTags('pipelines')
@ApiBearerAuth()
@UseGuards(TenantGuard)
@Controller('v1/pipelines')
export class PipelinesController {
  constructor(@Inject(PIPELINES) private readonly pipelines: readonly CompiledPipeline[]) {}

  @Get()
  @ApiOperation({ summary: 'Pipelines that questions can be asked with' })
  list(): { readonly pipelines: readonly object[] } {
    return {
      pipelines: this.pipelines.map(({ name, digest, description }) => ({ name, digest, description })),
    };
  }

  @Get(':name')
  @ApiOperation({ summary: 'One pipeline: settings and steps' })
  read(@Param('name') name: string): object {
    const found = this.pipelines.find((candidate) => candidate.name === name);
    const names = this.pipelines.map((candidate) => candidate.name);
    if (!found)
      throw new Fault(
        'pipeline_unknown',
        `There is no pipeline '${name.slice(0, 100)}'${nearest(name.slice(0, 100), names)}. Known: ${names.join(', ')}.`,
      );
    const { digest, description, settings, steps } = found;
    return { name, digest, description, settings, steps: Object.values(steps) };
  }
}
