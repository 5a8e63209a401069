/** Allowed imports between folders (STYLE, "Arrows"). `npm run check` enforces it. */
const tests = '\\.test\\.(ts|mjs)$|^apps/server/test-support/';
/** Builders of packages and bundles run in a checkout and are not part of the product. */
const packaging = '^(apps|packages)/[^/]+/(packaging/|build\\.mjs$)';
/** Parts of the server that are not features: core, config and domain, and the whole server, which cli/ starts. Only app/ combines features. */
const serverNotAFeature = '^apps/server/src/((core|config|domain)/|app/server\\.ts$)';
/** Files of a feature that other features may import: its service, its module, and its document types (only a repository reads or writes documents). */
const serverFeatureFace = '\\.(service|module|documents?)\\.ts$';

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or hide a third.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'shared-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^packages/shared/' },
      to: { path: '^(apps|packages|e2e|dashboards|scripts)/', pathNot: '^packages/shared/' },
    },
    {
      name: 'agent-imports-only-shared',
      severity: 'error',
      from: { path: '^packages/agent/', pathNot: `${tests}|${packaging}` },
      to: { path: '^(apps|packages|e2e|dashboards|scripts)/', pathNot: '^packages/(agent|shared)/' },
    },
    {
      name: 'cli-imports-only-shared',
      severity: 'error',
      from: { path: '^packages/cli/', pathNot: `${tests}|${packaging}` },
      to: { path: '^(apps|packages|e2e|dashboards|scripts)/', pathNot: '^packages/(cli|shared)/' },
    },
    {
      name: 'csi-imports-only-shared-and-client',
      comment: "The client of the API is the command line's own, as its npm package exports it.",
      severity: 'error',
      from: { path: '^packages/csi/', pathNot: `${tests}|${packaging}` },
      to: {
        path: '^(apps|packages|e2e|dashboards|scripts)/',
        pathNot: '^packages/(csi|shared)/|^packages/cli/(src/program/client\\.ts|dist/)',
      },
    },
    {
      name: 'web-imports-only-shared',
      severity: 'error',
      from: { path: '^apps/web/', pathNot: tests },
      to: { path: '^(apps|packages|e2e|dashboards|scripts)/', pathNot: '^(apps/web|packages/shared)/' },
    },
    {
      name: 'web-ui-imports-no-feature',
      comment: 'What features are made of knows none of them; only shell and router bring them together.',
      severity: 'error',
      from: { path: '^apps/web/src/(ui|table|forms|charts|topology|provenance|api|cache|paths|live|theme)/' },
      to: { path: '^apps/web/src/(features|shell)/' },
    },
    {
      name: 'server-imports-only-shared',
      comment: "Exception: plans use the agents' rehearsal, which lists the commands that agents would run.",
      severity: 'error',
      from: { path: '^apps/server/', pathNot: `${tests}|${packaging}` },
      to: {
        path: '^(apps|packages|e2e|dashboards|scripts)/',
        pathNot: '^(apps/server|packages/shared)/|^packages/agent/src/rehearsal/rehearsal\\.ts$',
      },
    },
    {
      name: 'dashboards-import-only-shared',
      severity: 'error',
      from: { path: '^dashboards/', pathNot: tests },
      to: { path: '^(apps|packages|e2e|dashboards|scripts)/', pathNot: '^(dashboards|packages/shared)/' },
    },
    {
      name: 'test-support-is-for-tests',
      severity: 'error',
      from: { path: '^(apps|packages|dashboards)/', pathNot: `${tests}|^packages/test-support/|/vitest\\.config\\.ts$` },
      to: { path: '^packages/test-support/' },
    },
    {
      name: 'server-core-imports-no-feature',
      severity: 'error',
      from: { path: '^apps/server/src/core/', pathNot: tests },
      to: { path: '^apps/server/src/', pathNot: '^apps/server/src/(core|config)/' },
    },
    {
      name: 'server-domain-is-pure',
      comment: 'Decisions about stored objects know no database, no framework and no feature; only the store does.',
      severity: 'error',
      from: {
        path: '^apps/server/src/domain/',
        pathNot: `${tests}|^apps/server/src/domain/store/(.*\\.(service|module)|readable|writable|around-attachments)\\.ts$`,
      },
      to: {
        path: '^apps/server/src/|^node_modules/(@nestjs|mongodb)/',
        pathNot: '^apps/server/src/(domain/|core/mongo/stored\\.ts$)',
      },
    },
    {
      name: 'server-store-alone-writes',
      comment: 'What the domain decides on is written by domain/store/: a feature asks one of its services, and reads by readable.ts.',
      severity: 'error',
      from: { path: '^apps/server/', pathNot: '^apps/server/src/domain/store/' },
      to: { path: '^apps/server/src/domain/store/writable\\.ts$' },
    },
    {
      name: 'server-feature-by-its-service',
      comment:
        "A feature reaches another only through its service (or its module, to import it into Nest's tree). A read-only feature is a folder of views/.",
      severity: 'error',
      from: { path: '^apps/server/src/((?:views/)?[^/]+)/', pathNot: `${tests}|^apps/server/src/app/` },
      to: { path: '^apps/server/src/[^/]+/', pathNot: `^apps/server/src/$1/|${serverNotAFeature}|${serverFeatureFace}` },
    },
    {
      name: 'agent-host-imports-no-other-folder',
      severity: 'error',
      from: { path: '^packages/agent/src/host/', pathNot: tests },
      to: { path: '^packages/agent/src/', pathNot: '^packages/agent/src/(host|clock|load)/' },
    },
    {
      name: 'agent-runs-commands-in-host-only',
      comment: 'All access to a host goes through packages/agent/src/host (DESIGN, Control 9).',
      severity: 'error',
      from: { path: '^packages/agent/src/', pathNot: `^packages/agent/src/host/|${tests}` },
      to: { path: '^(node:)?child_process$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.cache)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['@weft/source', 'import', 'node', 'default', 'types'] },
  },
};
