import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  // tsconfig keeps JSX as it is, for Docusaurus.
  oxc: { jsx: { runtime: 'automatic' } },
  resolve: { alias: { '@site': import.meta.dirname } },
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    // Snapshots must not depend on where a style sheet lies.
    css: { modules: { classNameStrategy: 'non-scoped' } },
    // Starting Pyodide alone takes seconds.
    testTimeout: 60_000,
    tags: [{ name: 'full', description: 'Takes too long for every change: `npm run test:full`.' }],
    // Read by tests, not imported: after a change of these, `--changed` runs all of them.
    forceRerunTriggers: [
      ...configDefaults.forceRerunTriggers,
      ...[
        '**/{docs,machine,simulations,static,scripts/contract}/**',
        '**/tests/**/*.{json,mjs,py,txt}',
        '**/src/model/contract.ts',
      ],
    ],
  },
});
