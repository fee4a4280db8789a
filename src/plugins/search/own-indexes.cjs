/** A loader for the worker of the search: it gets its indexes from us. */
module.exports = function ownIndexes(source) {
  if (!source.includes('lowLevelFetchIndexes')) throw new Error('the worker of the search is another than it was');
  const from = JSON.stringify(require.resolve('./indexes.ts'));
  return `import { indexes } from ${from};\n${source}\nSearchWorker.prototype.lowLevelFetchIndexes = indexes;\n`;
};
