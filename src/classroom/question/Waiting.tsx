import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Notice, Panel } from '../../ui/Panel';
import { Text } from '../../ui/Text';
import css from './Waiting.module.css';

/** Stands where a figure will be, and says why there is none. */
export function Waiting({ failure }: { failure: string | undefined }): ReactNode {
  if (failure !== undefined) return <Notice tone="bad">{failure}</Notice>;
  return (
    <Panel className={css.waiting}>
      <Text tone="soft" role="status">
        <Translate id="classroom.figure.waiting">Running the model …</Translate>
      </Text>
    </Panel>
  );
}
