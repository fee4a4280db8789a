import { join } from 'node:path';
import * as v from 'valibot';
import { parseFalseLeads, parseService } from '../../../labs/incidents/parse';
import type { Incidents, Service } from '../../../labs/incidents/service';
import type { Link } from '../../../model/reading';
import { listFiles } from '../files';
import type { BookLink } from './bookLink';
import type { Source } from './parseContent';

const FALSE_LEADS = 'false-leads.yaml';

/** What the page has of them; `chapters` has the links of those that faults name. */
type Shown = Incidents & { chapters: Record<string, Link> };

/** The services of docs/incidents; `read` finds the file, which a translation may have its own of. */
export function readLinuxIncidents(docs: string, read: (name: string) => Source, page: BookLink): Shown {
  const chapters: Shown['chapters'] = {};
  const sourceOf = (name: string): Source => read(`incidents/${name}`);
  function serviceIn(name: string): Service {
    const { file, yaml } = sourceOf(name);
    const service = parseService(name.slice(0, -'.yaml'.length), yaml, file);
    for (const { id, chapter } of service.faults) {
      const link = v.safeParse(page, chapter);
      if (!link.success) throw new Error(`${file}: ${id}: chapter: ${link.issues[0].message}`);
      chapters[chapter] = link.output;
    }
    return service;
  }
  const names = listFiles(join(docs, 'incidents')).filter((name) => name.endsWith('.yaml') && name !== FALSE_LEADS);
  const { file, yaml } = sourceOf(FALSE_LEADS);
  return { services: names.map(serviceIn), falseLeads: parseFalseLeads(yaml, file), chapters };
}
