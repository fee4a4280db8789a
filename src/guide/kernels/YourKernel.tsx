import Translate from '@docusaurus/Translate';
import clsx from 'clsx';
import { type ReactNode, useId } from 'react';
import { yourKernel } from '../../memory/kernel';
import { usePersisted } from '../../memory/persisted';
import { KERNELS } from '../../model/kernels';
import { Choices } from '../../ui/Choices';
import { Row } from '../../ui/layout';
import css from './YourKernel.module.css';

const choices = KERNELS.map((value) => ({ value, label: value }));

/** The reader's one choice of a kernel, which the whole book follows. */
export default function YourKernel(): ReactNode {
  const label = useId();
  const [kernel] = usePersisted(yourKernel);
  return (
    <Row gap={3} isCentred className={clsx('ui', css.place)} data-only="screen scripts">
      <span id={label}>
        <Translate id="kernels.yours">Your kernel</Translate>
      </span>
      <Choices labelledBy={label} value={kernel} choices={choices} onChoose={yourKernel.set} />
    </Row>
  );
}
