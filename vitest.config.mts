import { defineConfig } from 'vitest/config';

export default defineConfig({
  // tsconfig keeps JSX as it is, for Docusaurus.
  oxc: { jsx: { runtime: 'automatic' } },
  resolve: { alias: { '@site': import.meta.dirname } },
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    // Starting Pyodide alone takes seconds.
    testTimeout: 60_000,
  },
});
