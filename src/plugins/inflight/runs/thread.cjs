/** Where a thread of the pool begins: Node itself does not read TypeScript. */
const { createRequire } = require('node:module');

// The reader of Docusaurus' own configuration.
const docusaurus = createRequire(require.resolve('@docusaurus/core/package.json'));
module.exports = docusaurus('jiti')(__filename)('./thread.ts').perform;
