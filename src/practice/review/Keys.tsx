import Translate, { translate } from '@docusaurus/Translate';
import { Fragment, type ReactNode } from 'react';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Stack } from '../../ui/layout';

/** What keys do. Shown where there are any. */
export function Keys({ onClose }: { onClose: () => void }): ReactNode {
  const keys: [keys: string[], does: string][] = [
    [['Enter', 'Space'], translate({ id: 'practice.keys.check', message: 'check or show' })],
    [['1 … 9'], translate({ id: 'practice.keys.pick', message: 'pick an answer' })],
    [
      ['1', '2', '3', '4'],
      translate({ id: 'practice.keys.rate', message: 'after the answer: again, hard, good, easy' }),
    ],
    [['S'], translate({ id: 'practice.keys.skip', message: 'not today' })],
    [['U', 'Ctrl+Z'], translate({ id: 'practice.keys.undo', message: 'undo the last answer' })],
    [['?'], translate({ id: 'practice.keys.list', message: 'this list' })],
  ];
  return (
    <Dialog aria-labelledby="practice-keys" onClose={onClose}>
      <Stack as="form" method="dialog" isFilled>
        <h2 id="practice-keys">
          <Translate id="practice.keys">Keys</Translate>
        </h2>
        <table>
          <tbody>
            {keys.map(([names, does]) => (
              <tr key={does}>
                <td>
                  {names.map((name) => (
                    <Fragment key={name}>
                      <kbd>{name}</kbd>{' '}
                    </Fragment>
                  ))}
                </td>
                <td>{does}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p>
          <Button type="submit">
            <Translate id="practice.keys.close">Close</Translate>
          </Button>
        </p>
      </Stack>
    </Dialog>
  );
}
