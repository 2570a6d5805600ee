import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CARRIER, type Carrier } from '@quarry/engine';

@ApiTags('health')
@Controller('health')
export class HealthController {
  constructor(@Inject(CARRIER) private readonly carrier: Carrier) {}

  @Get('live')
  @ApiOperation({ summary: 'The process runs' })
  live(): { readonly status: string } {
    return { status: 'live' };
  }

  @Get('ready')
  @ApiOperation({ summary: 'Questions can be accepted now; 503 with the reason where not' })
  async ready(): Promise<{ readonly status: string; readonly carrier: string }> {
    await this.carrier.check();
    return { status: 'ready', carrier: this.carrier.kind };
  }
}
