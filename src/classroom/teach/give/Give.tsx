import Link from '@docusaurus/Link';
import Translate, { translate } from '@docusaurus/Translate';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { type ReactNode, useState } from 'react';
import { download } from '../../download';
import type { Desk } from '../../useDesk';
import type { Checks } from '../checks/useChecks';
import { at } from '../draft/path';
import form from '../form/form.module.css';
import { useTeach } from '../useDraft';
import { embeddedLink, embedLines, htmlFile, linkTo, LONG_LINK } from './address';
import { CopyField } from './CopyField';
import css from './give.module.css';
import { Sheets } from './Sheets';
import type { PrintedSheet } from './types';
import { formatNumber } from '../../../views/format';
import { Button } from '../../../ui/Button';

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
    <section aria-labelledby="give">
      <h2 id="give">
        <Translate id="teach.give">Hand it out</Translate>
      </h2>
      {good ? (
        <Ways {...{ desk, good, onPrint }} roster={Array.isArray(roster) ? roster.map(String) : []} />
      ) : (
        <p className={css.waits}>
          <Translate id="teach.give.waits">
            Once Python has nothing against the assignment, link and files are here. Until then:
          </Translate>
        </p>
      )}
      {!good && <TeachersFile />}
      <p className={css.promise}>
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
            'No server watches, so nobody can promise you who answered, or that nobody was helped, and whoever reads the page’s files finds how it marks. What is certain is the marks: they come from running all answers again, whatever a file says of itself; the {guide} says more.'
          }
        </Translate>
      </p>
    </section>
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
    <Button onClick={() => void save()}>
      <Translate id="teach.give.half">Save the draft as a file</Translate>
    </Button>
  );
}

function Ways({ desk, good, roster, onPrint }: GiveProps & { good: NonNullable<Checks['good']>; roster: string[] }) {
  const page = useBaseUrl('/assignment/', { absolute: true });
  const script = useBaseUrl('/embed.js', { absolute: true });
  const site = { page: here(page), script: here(script) };
  const { head, text } = good;
  const { id, title, public: part } = head;
  const link = linkTo(site, part);
  const lines = embedLines(site, part, title);
  const isLong = link.length > LONG_LINK;
  return (
    <div className={css.ways}>
      <section className={css.way} aria-labelledby="give-students">
        <h3 id="give-students">
          <Translate id="teach.give.students">For students</Translate>
        </h3>
        <CopyField label={translate({ id: 'teach.give.link', message: 'Link' })} text={link} rows={3}>
          <a href={link} target="_blank" rel="noopener">
            <Translate id="teach.give.see">Open it</Translate>
          </a>
          <span className={isLong ? css.bad : css.soft}>
            {translate(
              { id: 'teach.give.length', message: '{length} characters' },
              { length: formatNumber(link.length) },
            )}
          </span>
        </CopyField>
        {isLong && (
          <p className={css.bad}>
            ✗{' '}
            <Translate id="teach.give.long">
              That is long: some mail programs cut such a link. Give the file, or put the link behind a word of a page.
            </Translate>
          </p>
        )}
        <p className={form.buttons}>
          <Button onClick={() => download(`${JSON.stringify(part, null, 2)}\n`, `${id}.json`)}>
            <Translate id="teach.give.file">Students’ file</Translate>
          </Button>
          <span className={css.soft}>
            <Translate id="teach.give.file.hint">
              The same, to be opened on the assignment’s page. Without solutions, secret and roster.
            </Translate>
          </span>
        </p>
      </section>

      <section className={css.way} aria-labelledby="give-teacher">
        <h3 id="give-teacher">
          <Translate id="teach.give.teacher">For you</Translate>
        </h3>
        <p className={form.buttons}>
          <Button look="main" onClick={() => download(text, `${id}-teacher.json`)}>
            <Translate id="teach.give.teachersFile">Teacher’s file</Translate>
          </Button>
          <span>
            <Translate id="teach.give.teachersFile.hint">
              Solutions, secret and all. Marking needs it: keep it, and keep it to yourself.
            </Translate>
          </span>
        </p>
      </section>

      <section className={css.way} aria-labelledby="give-page">
        <h3 id="give-page">
          <Translate id="teach.give.page">In a page of your own</Translate>
        </h3>
        <CopyField
          label={translate({ id: 'teach.give.lines', message: 'Lines to paste into it' })}
          text={lines}
          rows={3}
        >
          <Button onClick={() => download(htmlFile(title, lines), `${id}.html`)}>
            <Translate id="teach.give.html">As a file (.html)</Translate>
          </Button>
        </CopyField>
      </section>

      <section className={css.way} aria-labelledby="give-scorm">
        <h3 id="give-scorm">
          <Translate id="teach.give.lms">In a learning management system</Translate>
        </h3>
        <Scorm about={{ id, title }} address={embeddedLink(site, part)} />
      </section>

      <section className={css.way} aria-labelledby="give-paper">
        <h3 id="give-paper">
          <Translate id="teach.give.paper">On paper</Translate>
        </h3>
        <Sheets {...{ desk, text, roster, onPrint }} />
      </section>
    </div>
  );
}

/** The site's address says where it will be; who looks at a copy wants links into the copy. */
const here = (address: string): string =>
  typeof window === 'undefined' ? address : new URL(new URL(address).pathname, window.location.href).href;

function Scorm({ about, address }: { about: { id: string; title: string }; address: string }): ReactNode {
  const [failure, setFailure] = useState('');
  async function save(): Promise<void> {
    try {
      const { scormPackage } = await import('../../scorm/package');
      download(scormPackage(about, address) as Uint8Array<ArrayBuffer>, `${about.id}-scorm.zip`);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
  }
  return (
    <>
      <p className={form.buttons}>
        <Button onClick={() => void save()}>
          <Translate id="teach.give.scorm">SCORM 1.2 package</Translate>
        </Button>
        <span className={css.soft}>
          <Translate id="teach.give.scorm.hint">
            Moodle, Canvas and others show it in a frame, and are told score and completion.
          </Translate>
        </span>
      </p>
      {failure && (
        <p className={css.bad} role="alert">
          ✗ {failure}
        </p>
      )}
    </>
  );
}
