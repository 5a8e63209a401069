import { jobCatalogue } from '../catalogue/job-catalogue.js';
import { rendererOf } from './renderer.js';

/** Renders messages of jobs and of conditions. `rendered` also renders those of plans and of the audit. */
export const renderedJob = rendererOf(jobCatalogue);
