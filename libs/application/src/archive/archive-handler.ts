import { Inject, Injectable } from '@nestjs/common';
import { TURN_ARCHIVE } from '@quarry/platform';
import type { TurnArchive } from '@quarry/turn-archive';
import type { EndedTurn, EndHandler } from '../ends/end-handler';

/** Keeps every turn that has ended, however it ended, with its log. */
@Injectable()
export class ArchiveHandler implements EndHandler {
  readonly name = 'archive';

  constructor(@Inject(TURN_ARCHIVE) private readonly archive: TurnArchive) {}

  ended(ended: EndedTurn): Promise<void> {
    return this.archive.save(ended);
  }
}
