import { Inject, Injectable } from '@nestjs/common';
import { TURN_ARCHIVE } from '@quarry/platform';
import type { ArchiveWriter } from '@quarry/turn-archive';
import type { EndedTurn, EndHandler } from '../ends/end-handler';

/** Archives each ended turn with its log, whatever its outcome. */
@Injectable()
export class ArchiveHandler implements EndHandler {
  readonly name = 'archive';

  constructor(@Inject(TURN_ARCHIVE) private readonly archive: ArchiveWriter) {}

  ended(ended: EndedTurn): Promise<void> {
    return this.archive.save(ended);
  }
}
