import Translate from '@docusaurus/Translate';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/Button';
import { Row } from '../../../ui/layout';
import { Text } from '../../../ui/Text';
import { download } from '../../download';
import type { About } from '../../scorm/package';
import { messageOf } from '../../../runtime/errors';

interface ScormProps {
  about: About;
  /** Of the page that it shows. */
  address: string;
}

/** The package that learning management systems take. */
export function Scorm({ about, address }: ScormProps): ReactNode {
  const [failure, setFailure] = useState('');
  async function save(): Promise<void> {
    try {
      const { scormPackage } = await import('../../scorm/package');
      download(scormPackage(about, address) as Uint8Array<ArrayBuffer>, `${about.id}-scorm.zip`);
    } catch (error) {
      setFailure(messageOf(error));
    }
  }
  return (
    <>
      <Row isCentred>
        <Button onClick={() => void save()}>
          <Translate id="teach.give.scorm">SCORM 1.2 package</Translate>
        </Button>
        <small>
          {about.embed ? (
            <Translate id="teach.give.scorm.hint" values={{ origin: <code>{about.embed}</code> }}>
              {'Moodle, Canvas and others show it in a frame. It reports score and completion to {origin}.'}
            </Translate>
          ) : (
            <Translate id="teach.give.scorm.unnamed">
              Moodle, Canvas and others show it in a frame. If it should report score and completion, name your system
              under “Origin of the page around it”.
            </Translate>
          )}
        </small>
      </Row>
      {failure && (
        <Text tone="bad" role="alert">
          ✗ {failure}
        </Text>
      )}
    </>
  );
}
