import Translate, { translate } from '@docusaurus/Translate';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { type ReactNode, useId, useState } from 'react';
import { useMemory } from '../../memory/useMemory';
import { type Bank, partOf } from '../../model/questions';
import { askedParts } from '../parts';
import { saveFile } from '../../ui/saveFile';
import { shortPart } from './names';
import { sideWords } from './sideWords';
import { Button } from '../../ui/Button';
import { Check } from '../../ui/Field';
import { Row, Stack } from '../../ui/layout';
import { Text } from '../../ui/Text';
import { messageOf } from '../../runtime/errors';

type Said = { text: string; isBad?: boolean };

/** The cards of the bank as files: a package for Anki, and a table. What they hold is chosen here. */
export default function Exports({ bank }: { bank: Bank }): ReactNode {
  const { states } = useMemory();
  const root = useBaseUrl('/');
  const [part, setPart] = useState('');
  const [isAnswered, setAnswered] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<Said>();
  const select = useId();
  const cards = bank.cards.filter(
    ({ id, chapter }) => (part === '' || partOf(chapter) === part) && (!isAnswered || states.has(id)),
  );
  const count = cards.length;

  const name = (extension: string): string => ['in-flight', ...(part ? [part] : [])].join('-') + extension;

  async function pack(site: string): Promise<void> {
    const [{ loadSql }, { ankiPackage }, { stillsOf }] = await Promise.all([
      import('../anki/sql'),
      import('../anki/package'),
      import('./stills'),
    ]);
    const figures = new Set(cards.flatMap(({ figure }) => figure?.id ?? []));
    const pictures = await stillsOf(figures, site, (done, all) =>
      setSaid({
        text: translate({ id: 'export.pictures', message: 'Drawing pictures: {done} of {all}' }, { done, all }),
      }),
    );
    const about = translate(
      { id: 'export.about', message: 'Cards from the book “In Flight”, {site}. Text CC BY 4.0.' },
      { site },
    );
    const contents = { book: bank, cards, pictures, site, about, words: sideWords(), now: Date.now() };
    const file = ankiPackage(contents, await loadSql());
    saveFile(new Blob([file], { type: 'application/octet-stream' }), name('.apkg'));
  }

  async function write(site: string): Promise<void> {
    const { cardTable } = await import('../anki/table');
    const text = cardTable(cards, { book: bank, states, site, words: sideWords() });
    saveFile(new Blob([text], { type: 'text/csv' }), name('.csv'));
  }

  async function run(make: (site: string) => Promise<void>): Promise<void> {
    setBusy(true);
    setSaid({ text: translate({ id: 'export.busy', message: 'Packing …' }) });
    try {
      await make(new URL(root, window.location.origin).href);
      setSaid({
        text: translate(
          { id: 'export.done', message: 'The file is in your downloads. Cards in it: {count}' },
          { count },
        ),
      });
    } catch (error) {
      const reason = messageOf(error);
      setSaid({
        isBad: true,
        text: translate({ id: 'export.failed', message: 'Couldn’t make the file: {reason}' }, { reason }),
      });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Stack gap={5} isFilled>
      <p>
        <Translate id="export.lead">
          Take the cards elsewhere: as a package for Anki, with pictures and links back to the chapters, or as a table
          for a spreadsheet. Anki keeps a schedule of its own, so every card is new there. The table has your schedule.
        </Translate>
      </p>
      <Row isCentred>
        <label htmlFor={select}>
          <Translate id="export.part">Cards from</Translate>
        </label>
        <select
          id={select}
          value={part}
          onChange={({ target }) => {
            setPart(target.value);
            setSaid(undefined);
          }}
        >
          <option value="">{translate({ id: 'export.all', message: 'the whole book' })}</option>
          {askedParts(bank).map(({ id, title }) => (
            <option key={id} value={id}>
              {shortPart(title)}
            </option>
          ))}
        </select>
        <Check
          label={<Translate id="export.answered">only those I’ve answered</Translate>}
          checked={isAnswered}
          onChange={({ target }) => {
            setAnswered(target.checked);
            setSaid(undefined);
          }}
        />
      </Row>
      <Row gap={3}>
        <Button disabled={isBusy || count === 0} onClick={() => void run(pack)}>
          <Translate id="export.anki" values={{ count }}>
            {'Anki package · {count} notes'}
          </Translate>
        </Button>
        <Button disabled={isBusy || count === 0} onClick={() => void run(write)}>
          <Translate id="export.csv" values={{ count }}>
            {'CSV · {count} rows'}
          </Translate>
        </Button>
      </Row>
      <Text role="status" tone={said?.isBad ? 'bad' : 'soft'} isNumbers>
        {count === 0 && !said ? translate({ id: 'export.none', message: 'No cards match.' }) : said?.text}
      </Text>
    </Stack>
  );
}
