export { type Source, SourceService } from './source.service';
