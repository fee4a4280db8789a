/** TypeScript's types of what Python hands to the page, made from the shapes that Python declares. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { compile } from 'json-schema-to-typescript';
import { format, resolveConfig } from 'prettier';

/** Where they are kept, relative to the project. */
export const CONTRACT = 'src/model/contract.ts';

const BANNER = `/**
 * What Python hands to the page as JSON. Made by \`npm run contract\` from each \`shapes.py\` in \`simulations/inflight\`,
 * and from the views in \`figure/views.py\`: change it there.
 */
`;

/**
 * @param {string} root of the project
 * @returns {Promise<string>} the text of the file
 */
export async function generate(root) {
  const said = execFileSync('python3', [join(root, 'scripts/contract/schema.py')], {
    encoding: 'utf8',
    env: { ...process.env, PYTHONPATH: join(root, 'simulations') },
  });
  const $defs = JSON.parse(said, (_, value) => known(value));
  // The compiler wants a type that leads to all others.
  const properties = Object.fromEntries(Object.keys($defs).map((name) => [name, { $ref: `#/$defs/${name}` }]));
  const options = { additionalProperties: false, bannerComment: BANNER, cwd: root, format: false };
  const types = await compile({ type: 'object', properties, $defs }, 'Contract', options);
  const filepath = join(root, CONTRACT);
  const own = types
    .replace(/^export interface Contract \{.*?^\}\n/ms, '')
    .replace(/\/\*\*\n \* (.*)\n \*\//g, '/** $1 */');
  return format(own, { ...(await resolveConfig(filepath)), filepath });
}

/** The same in what the compiler knows: a tuple as older JSON Schema has it, and a description beside a reference. */
function known(schema) {
  if (schema?.prefixItems) return { ...schema, items: schema.prefixItems };
  if (schema?.$ref && schema.description) return { allOf: [{ $ref: schema.$ref }], description: schema.description };
  return schema;
}
