import Translate, { translate } from '@docusaurus/Translate';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { type ReactNode, useId } from 'react';
import { Button } from '../../../ui/Button';
import { Row, Stack } from '../../../ui/layout';
import { Text } from '../../../ui/Text';
import { formatNumber } from '../../../views/format';
import { download } from '../../download';
import type { Desk } from '../../useDesk';
import type { Checks } from '../checks/useChecks';
import { embeddedLink, embedLines, htmlFile, linkTo, LONG_LINK } from './address';
import { Codes } from './Codes';
import { CopyField } from './CopyField';
import { Scorm } from './Scorm';
import { Sheets } from './Sheets';
import type { PrintedSheet } from './types';

interface WaysProps {
  desk: Desk;
  good: NonNullable<Checks['good']>;
  roster: string[];
  onPrint: (sheets: PrintedSheet[]) => void;
}

/** What is ready to be handed out, way by way. */
export function Ways({ desk, good, roster, onPrint }: WaysProps): ReactNode {
  const page = useBaseUrl('/assignment/', { absolute: true });
  const script = useBaseUrl('/embed.js', { absolute: true });
  const site = { page: here(page), script: here(script) };
  const { head, text } = good;
  const { id, title, embed, public: part } = head;
  const link = linkTo(site, part);
  const lines = embedLines(site, part, title);
  const isLong = link.length > LONG_LINK;
  return (
    <Stack gap={5} isFilled isRuled>
      <Way title={<Translate id="teach.give.students">For students</Translate>}>
        <CopyField label={translate({ id: 'teach.give.link', message: 'Link' })} text={link} rows={3}>
          <a href={link} target="_blank" rel="noopener">
            <Translate id="teach.give.see">Open it</Translate>
          </a>
          <Text as="span" size="note" tone={isLong ? 'bad' : 'soft'}>
            {translate(
              { id: 'teach.give.length', message: '{length} characters' },
              { length: formatNumber(link.length) },
            )}
          </Text>
        </CopyField>
        {isLong && (
          <Text tone="bad">
            ✗{' '}
            <Translate id="teach.give.long">
              That is long, and some mail programs cut off long links. Give out the file, or put the link behind a word
              on a web page.
            </Translate>
          </Text>
        )}
        <Row isCentred>
          <Button onClick={() => download(`${JSON.stringify(part, null, 2)}\n`, `${id}.json`)}>
            <Translate id="teach.give.file">Students’ file</Translate>
          </Button>
          <small>
            <Translate id="teach.give.file.hint">
              The same assignment as a file, to open on the assignment page. It has no solutions, secret or roster.
            </Translate>
          </small>
        </Row>
      </Way>

      <Way title={<Translate id="teach.give.teacher">For you</Translate>}>
        <Row isCentred>
          <Button look="main" onClick={() => download(text, `${id}-teacher.json`)}>
            <Translate id="teach.give.teachersFile">Teacher’s file</Translate>
          </Button>
          <small>
            <Translate id="teach.give.teachersFile.hint">
              It has the solutions, the secret and everything else. You need it for marking, so keep it, and keep it to
              yourself.
            </Translate>
          </small>
        </Row>
        <Codes {...{ desk, good }} />
      </Way>

      <Way title={<Translate id="teach.give.page">In your own web page</Translate>}>
        <CopyField
          label={translate({ id: 'teach.give.lines', message: 'Lines to paste into it' })}
          text={lines}
          rows={3}
        >
          <Button onClick={() => download(htmlFile(title, lines), `${id}.html`)}>
            <Translate id="teach.give.html">As a file (.html)</Translate>
          </Button>
        </CopyField>
      </Way>

      <Way title={<Translate id="teach.give.lms">In a learning management system</Translate>}>
        <Scorm about={{ id, title, embed }} address={embeddedLink(site, part)} />
      </Way>

      <Way title={<Translate id="teach.give.paper">On paper</Translate>}>
        <Sheets {...{ desk, text, roster, onPrint }} />
      </Way>
    </Stack>
  );
}

function Way({ title, children }: { title: ReactNode; children: ReactNode }): ReactNode {
  const id = useId();
  return (
    <Stack as="section" gap={3} isFilled aria-labelledby={id}>
      <Text as="h3" size="ui" id={id}>
        {title}
      </Text>
      {children}
    </Stack>
  );
}

/** The site's address says where it will be; who looks at a copy wants links into the copy. */
const here = (address: string): string =>
  typeof window === 'undefined' ? address : new URL(new URL(address).pathname, window.location.href).href;
