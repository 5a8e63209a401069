import { conditionCatalogue } from '../catalogue/condition-catalogue.js';
import { rendererOf } from './renderer.js';

/** Renders messages of conditions. `renderedJob` also renders those of jobs. */
export const renderedCondition = rendererOf(conditionCatalogue);
