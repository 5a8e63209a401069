const web = (paths: readonly string[]) => new RegExp(`apps[\\\\/]web[\\\\/]src[\\\\/](?:${paths.join('|').replaceAll('/', '[\\\\/]')})\\.`);

/** What nearly every page shows, beside what the entry needs anyway. A wrong line here costs bytes, and nothing else. */
const PAGES = [
  'api/curl',
  'charts/(?:timeline|live-points)',
  'features/conditions',
  'features/notes/notes',
  'features/statistics/(?:statistics|range-switch|freshness|history-of|use-statistics)',
  'provenance/(?:pointed-numbers|provenance)',
  'table/(?:plain-table|use-scrolls-sideways|data-table\\.module)',
  'ui/actions/action-button',
  'ui/(?:only-now|cause|fold|loaded|near-view|page|properties)(?:\\.module)?',
  'ui/gauges/[\\w-]+(?:\\.module)?',
  'ui/text/(?:copyable|curl|nouns|reason|value-text)(?:\\.module)?',
];
/** What nearly every page with a form needs. */
const FORMS = [
  'forms/(?:fields-schema|form|form-buttons|labels-text|read-form|sentences|size-text|use-debounced|use-schema-form)(?:\\.module)?',
];
const CONTRACTS = /packages[\\/]shared[\\/]src[\\/](?:stats[\\/](?:metrics|histograms?|percentile)|kinds[\\/]condition-types)\.ts$/;

/**
 * Modules that pages share, in three files. By itself the bundler makes a file for each set of pages that share something: fifty for a page of a volume, and small
 * files compress badly. Dependencies are not drawn along: those of lazy parts would be.
 */
export const sharedChunks = {
  includeDependenciesRecursively: false,
  groups: [
    { name: 'entry', tags: ['$initial'], priority: 2 },
    { name: 'pages', test: web(PAGES), priority: 1 },
    { name: 'pages', test: CONTRACTS, priority: 1 },
    { name: 'forms', test: web(FORMS), priority: 1 },
  ],
};
