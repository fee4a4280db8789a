import Link from '@docusaurus/Link';
import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/Button';
import { FileButton } from '../../../ui/FileButton';
import { Row, Stack } from '../../../ui/layout';
import { Notice } from '../../../ui/Panel';
import { Text } from '../../../ui/Text';
import { recordIn } from '../../answers';
import type { QuestionProps } from './props';

/** The most that a session may have, in bytes: a whole submission may have 1 MB. */
const LARGEST = 600_000;

/** The session in a file, or what is wrong with it. */
async function readSession(file: File, lab: string): Promise<Record<string, unknown> | string> {
  if (file.size > LARGEST) return translate({ id: 'question.lab.large', message: 'This session is too long.' });
  try {
    const found = recordIn(JSON.parse(await file.text()) as never);
    if (found.lab === lab) return found;
  } catch {
    // said below
  }
  return translate({ id: 'question.lab.other', message: 'This isn’t a session of the lab {lab}.' }, { lab });
}

/** A lab on the Linux page, and the session that was saved there. */
export default function Lab({ question: { lab }, answer, onAnswer, isClosed }: QuestionProps<'lab'>): ReactNode {
  const [failure, setFailure] = useState<string>();
  const { did } = recordIn(answer);
  async function take([file]: File[]): Promise<void> {
    const found = await readSession(file!, lab);
    setFailure(typeof found === 'string' ? found : undefined);
    if (typeof found !== 'string') onAnswer(found as never);
  }
  return (
    <Stack gap={5} isFilled>
      <Text isProse>
        <Translate
          id="question.lab.how"
          values={{
            page: (
              <Link to={`/linux/?lab=${lab}`} target="_blank">
                <Translate id="question.lab.page">its page</Translate>
              </Link>
            ),
          }}
        >
          {
            'Do the lab on {page}. After your last check, choose “Save to hand in” there, and hand in that file here. It is marked by typing your keys again on a fresh machine.'
          }
        </Translate>
      </Text>
      <Row isCentred>
        {!isClosed && (
          <FileButton accept=".json" onFiles={(files) => void take(files)}>
            <Translate id="question.lab.choose">Choose the saved session</Translate>
          </FileButton>
        )}
        {Array.isArray(did) && (
          <>
            <Text as="span" isNumbers role="status">
              <Translate id="question.lab.taken" values={{ count: did.length }}>
                {'A session with {count} entries'}
              </Translate>
            </Text>
            {!isClosed && (
              <Button look="quiet" onClick={() => onAnswer(undefined)}>
                <Translate id="question.lab.remove">Remove it</Translate>
              </Button>
            )}
          </>
        )}
      </Row>
      {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
    </Stack>
  );
}
