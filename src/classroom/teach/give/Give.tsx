import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Panel';
import { Section } from '../../../ui/Section';
import { Text } from '../../../ui/Text';
import { download } from '../../download';
import type { Desk } from '../../useDesk';
import type { Checks } from '../checks/useChecks';
import { at } from '../draft/path';
import { useTeach } from '../useDraft';
import type { PrintedSheet } from './types';
import { Ways } from './Ways';

interface GiveProps {
  desk: Desk;
  good: Checks['good'];
  onPrint: (sheets: PrintedSheet[]) => void;
}

/** All the ways in which an assignment leaves this page. */
export function Give({ desk, good, onPrint }: GiveProps): ReactNode {
  const { draft } = useTeach();
  const roster = at(draft, ['roster']);
  return (
    <Section id="give" title={<Translate id="teach.give">Hand it out</Translate>}>
      {good ? (
        <Ways {...{ desk, good, onPrint }} roster={Array.isArray(roster) ? roster.map(String) : []} />
      ) : (
        <>
          <Text tone="soft">
            <Translate id="teach.give.waits">
              The link and the files appear here once Python finds nothing wrong with the assignment. Until then:
            </Translate>
          </Text>
          <TeachersFile />
        </>
      )}
      <Notice tone="soft" role="note">
        <Translate
          id="teach.give.promise"
          values={{
            guide: (
              <Link to="/book/teaching/guide/">
                <Translate id="teach.give.guide">teacher’s guide</Translate>
              </Link>
            ),
          }}
        >
          {
            'No server is watching, so you cannot know who answered or whether they had help, and anyone who reads the page’s files can find out how it marks. What you can trust is the marks: they come from running every answer again, whatever a file says about itself. The {guide} says more.'
          }
        </Translate>
      </Notice>
    </Section>
  );
}

/** The file that can be opened here again, also while something is wrong with it. */
function TeachersFile(): ReactNode {
  const { draft } = useTeach();
  async function save(): Promise<void> {
    const { fileOf } = await import('../draft/file');
    download(fileOf(draft), `${String(draft.id ?? '') || 'assignment'}-teacher.json`);
  }
  return (
    <div>
      <Button onClick={() => void save()}>
        <Translate id="teach.give.half">Save the draft as a file</Translate>
      </Button>
    </div>
  );
}
