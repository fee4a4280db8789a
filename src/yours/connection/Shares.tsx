import Link from '@docusaurus/Link';
import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { LimitShare } from '../../model/contract';
import { Table } from '../../ui/Table';
import { Text } from '../../ui/Text';
import { formatShare, formatValue } from '../../views/format';
import { hueOf, LimitLabel } from '../limits';
import css from './Shares.module.css';
import { useChapterTitles } from './useChapterTitles';

/** How long each limit held, and where the book explains it. */
export function Shares({ shares }: { shares: readonly LimitShare[] }): ReactNode {
  const titleOf = useChapterTitles();
  const all = shares.reduce((sum, { seconds }) => sum + seconds, 0);
  return (
    <Table label={translate({ id: 'yours.shares', message: 'Shares of time, by limit' })} className={css.shares}>
      <thead>
        <tr>
          <th scope="col">
            <Translate id="yours.shares.limit">What held it back</Translate>
          </th>
          <th scope="col">
            <Translate id="yours.shares.time">For how long</Translate>
          </th>
          <th scope="col" className={css.wide}>
            <Translate id="yours.shares.means">What that is</Translate>
          </th>
        </tr>
      </thead>
      <tbody>
        {shares.map(({ limit, title, seconds, means, chapter }) => (
          <tr key={limit}>
            <th scope="row">
              <LimitLabel limit={limit} title={title} />
            </th>
            <td className={css.time}>
              {formatValue(seconds, 's')} <Text as="small">{formatShare(seconds / (all || 1))}</Text>
              <span className={css.bar} style={hueOf(limit)} aria-hidden="true">
                <span style={{ width: `${(100 * seconds) / (all || 1)}%` }} />
              </span>
            </td>
            <td className={css.wide}>
              {means}{' '}
              {chapter !== '' && (
                <Link to={`/book/${chapter.replace(/#|$/, '/$&')}`}>
                  {titleOf(chapter) ?? translate({ id: 'yours.shares.chapter', message: 'The chapter about it' })}
                </Link>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
