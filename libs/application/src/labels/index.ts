export { LabelRights } from './label-rights';
