/** The services of docs/incidents, and calls on a machine about them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Choice, sceneOf } from '../../src/labs/incidents/draw';
import { parseFalseLeads, parseService } from '../../src/labs/incidents/parse';
import type { Incidents } from '../../src/labs/incidents/service';
import type { Typed } from '../../src/labs/lab';
import { LabSession, type Verdict } from '../../src/labs/session';
import { startInNode } from '../machine/inNode';
import { lasts, SIZE } from './sessions';

const FOLDER = join(__dirname, '../../docs/incidents');
const FALSE_LEADS = 'false-leads.yaml';
const textOf = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

export const INCIDENTS: Incidents = {
  services: readdirSync(FOLDER)
    .filter((name) => name !== FALSE_LEADS)
    .map((name) => parseService(name.replace('.yaml', ''), textOf(name), name)),
  falseLeads: parseFalseLeads(textOf(FALSE_LEADS), FALSE_LEADS),
};

/** What each measurement finds: one before anything is typed, and one after each of these. */
export async function measured(choice: Choice, ...all: Typed[]): Promise<Verdict[]> {
  const linux = await startInNode();
  try {
    const session = await LabSession.begin(linux, sceneOf(choice), SIZE);
    const found = [await session.check()];
    for (const typed of all) {
      for (const [host, line] of typed) {
        linux.type(host, `${line}\n`);
        await linux.advance(lasts(line));
      }
      found.push(await session.check());
    }
    return found;
  } finally {
    linux.end();
  }
}
