import { GROUPINGS } from '@quarry/application/operations';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { queryTime } from '../http/fields';

const since = queryTime()
  .optional()
  .meta({ format: 'date-time', description: 'Only turns that were asked at this time or later.' });

/** The query of `GET /v1/statistics`. */
const STATISTICS = z.strictObject({ since });

const BY = ['tenant', 'pipeline', 'tenant,pipeline', 'pipeline,tenant', 'none'] as const;

/** The query of `GET /v1/operations/statistics`. */
const INSTALLATION_STATISTICS = z.strictObject({
  since,
  until: queryTime()
    .optional()
    .meta({ format: 'date-time', description: 'Only turns that were asked before this time.' }),
  by: z
    .enum(BY)
    .default('tenant,pipeline')
    .transform((names) => GROUPINGS.filter((grouping) => names.split(',').includes(grouping)))
    .describe('What to group by, separated by commas; `none` for one group of all turns.'),
});

export class StatisticsQuery extends createZodDto(STATISTICS) {}
export class InstallationStatisticsQuery extends createZodDto(INSTALLATION_STATISTICS) {}
