/** `npm run contract`: writes the types of what Python hands to the page. */
import { writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONTRACT, generate } from './contract/generate.mjs';
import { pythonEnvironment } from './setup/python.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.env.PATH = (await pythonEnvironment(root)) + delimiter + process.env.PATH;
writeFileSync(join(root, CONTRACT), await generate(root));
