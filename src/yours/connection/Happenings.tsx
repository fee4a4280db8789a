import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useMemo, useState } from 'react';
import type { DirectionTold, Happening } from '../../model/contract';
import { Button, Chip } from '../../ui/Button';
import { Row, Stack } from '../../ui/layout';
import { Marked } from '../../ui/Marked';
import { Table } from '../../ui/Table';
import { formatValue } from '../../views/format';
import { CopyFilter } from '../CopyFilter';

interface HappeningsProps {
  direction: DirectionTold;
  /** Shows the moment in the curves. */
  onShow: (happening: Happening) => void;
}

/** As many are shown before a reader asks for all. */
const FIRST = 12;

interface Kind {
  kind: string;
  title: string;
  count: number;
}

function kindsOf({ happenings, counts }: DirectionTold): Kind[] {
  const titles = new Map(happenings.map(({ kind, title }) => [kind, title]));
  return [...titles]
    .map(([kind, title]) => ({ kind, title, count: counts[kind] ?? 0 }))
    .sort((a, b) => b.count - a.count);
}

/** What was sent again and why, windows that closed, resets: each with the packet to look for. */
export function Happenings({ direction, onShow }: HappeningsProps): ReactNode {
  const { happenings, counts } = direction;
  const kinds = useMemo(() => kindsOf(direction), [direction]);
  const [kind, setKind] = useState<string>();
  const [isWhole, setWhole] = useState(false);
  const wanted = kind === undefined ? happenings : happenings.filter((each) => each.kind === kind);
  const shown = isWhole ? wanted : wanted.slice(0, FIRST);
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (happenings.length === 0)
    return (
      <Translate id="yours.happenings.none">
        Nothing was sent again, no window closed, and nobody reset the connection.
      </Translate>
    );
  return (
    <Stack gap={4} isFilled>
      {kinds.length > 1 && (
        <Row gap={3} role="group" aria-label={translate({ id: 'yours.happenings.kinds', message: 'Kinds' })}>
          {kinds.map((each) => (
            <Chip
              key={each.kind}
              isOn={kind === each.kind}
              onClick={() => setKind(kind === each.kind ? undefined : each.kind)}
            >
              {each.title} {each.count}
            </Chip>
          ))}
        </Row>
      )}
      <Table label={translate({ id: 'yours.happenings', message: 'What happened' })}>
        <thead>
          <tr>
            <th scope="col">
              <Translate id="yours.happenings.when">When</Translate>
            </th>
            <th scope="col">
              <Translate id="yours.happenings.packet">Packet</Translate>
            </th>
            <th scope="col">
              <Translate id="yours.happenings.what">What</Translate>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((each) => (
            <tr key={`${each.kind} ${each.packet} ${each.at}`}>
              <td>
                <Button look="quiet" onClick={() => onShow(each)}>
                  {formatValue(each.t, 's')}
                </Button>
              </td>
              <td>
                <CopyFilter packets={[each.packet]} />
              </td>
              <td>
                <b>{each.title}</b> · <Marked text={each.text} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      <Row isCentred gap={4}>
        {wanted.length > shown.length && (
          <Button onClick={() => setWhole(true)}>
            {translate({ id: 'yours.happenings.all', message: 'Show all {count}' }, { count: wanted.length })}
          </Button>
        )}
        {all > happenings.length && (
          <small>
            {translate(
              { id: 'yours.happenings.more', message: 'The list has the first {listed} of {all}.' },
              { listed: happenings.length, all },
            )}
          </small>
        )}
      </Row>
    </Stack>
  );
}
