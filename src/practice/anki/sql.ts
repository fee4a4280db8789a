import type { SqlJsStatic } from 'sql.js';

/** SQLite, from this site; it comes when a reader asks for a package. */
export async function loadSql(): Promise<SqlJsStatic> {
  const { default: initSqlJs } = await import('sql.js');
  const wasm = new URL('sql.js/dist/sql-wasm-browser.wasm', import.meta.url);
  return initSqlJs({ locateFile: () => wasm.href });
}
