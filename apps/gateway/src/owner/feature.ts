import type { Feature } from '../feature';
import { OwnerController } from './owner.controller';

/** What only the person who started the gateway may do: choosing folders to index. */
export const ownerFeature: Feature = { controllers: [OwnerController] };
