import { findingCatalogue } from '../catalogue/finding-catalogue.js';
import { rendererOf } from './renderer.js';

/** Renders messages of findings and of conditions. */
export const renderedFinding = rendererOf(findingCatalogue);
